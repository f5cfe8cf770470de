/** An agent that is told what to run by one line of one file. test/new-agent.test.ts puts it into a copy of the template. */
import { join } from 'node:path'
import { broken, type Install, ok, type ScopePlace } from '../../src/agents/install.js'
import { readTextFile } from '../../src/platform/files/files.js'

export const install: Install = {
  plan: (place) => ({
    parts: [
      {
        path: fileIn(place),
        put: (text, before) => ({
          text: text?.includes(LINE) ? text : `${text ?? ''}${LINE}`,
          inserted: before ?? { made: [], pads: [], document: text === null },
          notes: ['The toy wants to be wound up.'],
        }),
      },
    ],
    mode: 0o600,
    notes: [],
  }),
  files: (place) => [fileIn(place)],
  takeOut: (text) => text.replace(LINE, ''),
  check(place) {
    const isSetUp = readTextFile(fileIn({ ...place, scope: 'user' }), 1000)?.includes(LINE) === true
    const finding = isSetUp ? ok('hooks', 'the toy calls') : broken('hooks', 'the toy is silent', 'dogear init')
    return { findings: [finding], isSetUp: false }
  },
  trial: () => ({ message: {}, env: {} }),
  arrivedAt: () => null,
  update: 'buy a new one',
}

const LINE = 'run dogear\n'

function fileIn({ scope, root, userHome, env }: ScopePlace): string {
  return scope === 'user' ? join(env['TOY_HOME'] || join(userHome, '.toy'), 'run') : join(root, '.toy-run')
}
