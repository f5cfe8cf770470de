/** What dogear puts into the folder of pi: its extension. There is no MCP in it; the skill says how to use the command line. */
import { join } from 'node:path'
import { pluginPart } from '../common/plugin-part.js'
import { setupOf } from '../common/setup.js'
import type { Install } from '../install.js'
import { homeOf } from './folders.js'

export const install: Install = setupOf({
  agent: 'pi',
  title: 'pi',
  command: 'pi',
  folder: homeOf,
  parts: (place, launcher) => [pluginPart(join(homeOf(place), 'extensions', 'dogear.js'), launcher, 'pi')],
  trial: (dir) => ({
    message: { event: 'session-start', source: 'startup', session: 'dogear-doctor', folders: [dir] },
    env: {},
  }),
  arrived: /"customType":"dogear"/,
})
