/** Say: from a phrase, as people type it to their agent, to the words of a command. */
import { safeName } from '../../core/redact/safe-name.js'
import { DogearError } from '../../core/errors.js'
import { goingOnIn, topicIn } from '../../core/session/phrase/going-on.js'
import { parsePhrase, type Phrase } from '../../core/session/phrase/phrase.js'
import { lineAbout } from './topic.js'
import type { World } from '../world.js'
import { inCircle } from '../session/phrase/asked.js'
import { openFiles } from '../session/phrase/files-here.js'
import { liveNames } from '../session/phrase/live-names.js'

export async function commandFor(given: World, text: string): Promise<string[]> {
  const { world, located } = await openFiles(given, { untold: false })
  const phrase =
    parsePhrase(text, liveNames(located), world.config.policy.freeWords) ??
    (goingOnIn(text) ? ({ do: 'resume' } as const) : null)
  if (phrase) return wordsOf(phrase)
  const topic = topicIn(text)
  const meant = topic === null ? null : lineAbout(world, located, topic)
  if (meant) return wordsOf({ do: 'resume', name: meant.name })
  throw unknownPhrase(text)
}

/** `--` before what was said: a name may begin with a dash, and must not become a flag. */
function wordsOf(phrase: Phrase): string[] {
  if (phrase.do === 'abort') throw new DogearError('usage', inCircle(phrase.hops, phrase.skill))
  if (phrase.do === 'list') return ['list']
  if (phrase.do === 'clear' && phrase.all) return ['clear', '--all']
  const { task, intent } = phrase.do === 'save' ? phrase : {}
  const flags = Object.entries({ task, intent }).flatMap(([flag, said]) => (said ? [`--${flag}=${said}`] : []))
  return [phrase.do, ...flags, ...(phrase.name === undefined ? [] : ['--', phrase.name])]
}

const PHRASES = [
  'checkpoint [NAME]',
  'save checkpoint NAME',
  'continue [NAME]',
  'continue checkpoint',
  'resume task NAME',
  'list checkpoints',
  'what was I working on?',
  'where did we stop?',
  'clear checkpoint NAME',
  'clear all checkpoints',
  '/checkpoint save NAME --task "…"',
  '/checkpoint list',
  '/checkpoint resume NAME',
  '/checkpoint delete NAME',
  '/checkpoint --restore',
  '保存检查点 [NAME]',
  '继续 [NAME]',
  '清除检查点 NAME',
]

function unknownPhrase(text: string): DogearError {
  return new DogearError('usage', `"${safeName(text).slice(0, 80)}" is no phrase dogear knows`, {
    expected: `one of: ${PHRASES.join(' · ')}`,
    next: 'dogear help',
  })
}
