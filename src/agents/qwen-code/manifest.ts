/** The signs of Qwen Code. */
import type { Manifest } from '../agent.js'
import { homeOf } from './folders.js'

export const manifest: Manifest = {
  id: 'qwen-code',
  title: 'Qwen Code',
  // Its records are in the envelope of Claude Code, which is asked last.
  order: { file: 25, env: 25 },
  env: { marks: ['QWEN_CODE', 'QWEN_CODE_SESSION_ID'], sessions: ['QWEN_CODE_SESSION_ID'] },
  command: 'qwen',
  promptFlag: '-i',
  clients: ['qwen'],
  showsData: 'beside the text',
  homes: (machine) => [homeOf(machine)],
  hooks: async () => (await import('./hooks.js')).hooks,
  install: {
    scopes: [{ name: 'user', summary: 'for all your projects', holdsFor: 'user' }],
    load: async () => (await import('./install.js')).install,
  },
}
