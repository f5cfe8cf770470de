/** What of a repository was trusted, for the user to see and to take back. */
import { type Finding, note, ok } from '../../../agents/install.js'
import { cleanLine } from '../../../core/text/text.js'
import { readMemory } from '../../../store/own-content.js'
import type { Located } from '../../../store/projects/projects.js'
import { readMine, readTrust } from '../../../store/views/trust.js'
import { mineHere } from '../../own/content.js'

/** Nothing where nobody was ever asked. */
export function checkTrust(located: Located): Finding[] {
  const { project } = located
  const kinds = [...readMemory(project).values()]
  const count = (wanted: string): number => kinds.filter((kind) => kind === wanted).length
  const layouts = Object.entries(readTrust(project)).map(([id, answer]) => `${id} ${answer}`)
  const contents = [`${count('own')} contents own`, `${count('told')} of somebody else`, `${count('no')} refused`]
  const known = [...layouts, ...(kinds.length > 0 ? contents : [])]
  return [...(known.length > 0 ? [ok('trust', `${known.join(', ')} (dogear trust)`)] : []), ...checkMine(located)]
}

function checkMine(located: Located): Finding[] {
  const mine = readMine(located.project)
  if (!mine) return []
  const what = 'origin' in mine ? `the origin ${cleanLine(mine.origin)}` : 'its place on this disk'
  if (mineHere(located) === 'mine') return [ok('trust', `this repository is yours, by ${what}`)]
  return [
    note('trust', `this repository was yours by ${what}, which is another now: what it holds is somebody else's again`),
  ]
}
