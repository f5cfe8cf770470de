/**
 * From what somebody says ("continue auth", "/checkpoint save x", "保存检查点") to a use case. One parser for skill, hooks
 * and command line. It takes a phrase only as the whole message: a sentence about something else that happens to hold
 * the same words is null, for answering it with a checkpoint would be worse than not hearing the phrase.
 */
import { guardDispatch } from './dispatch-guard.js'
import type { Phrase } from './phrase-forms.js'
import { FORMS } from './phrase-forms.js'
import { canBeName, unquote } from './phrase-name.js'

export type { Phrase } from './phrase-forms.js'

const LONGEST = 400

/** `known`: the names of the workstreams there are; one of them may be said in any words that make its name. */
export function parsePhrase(text: string, known: readonly string[] = []): Phrase | null {
  const line = text.trim()
  if (line.length > LONGEST || line.includes('\n')) return null
  const guarded = guardDispatch(line, {})
  if (guarded.do === 'abort') return guarded
  const said = tidy(line.replace(/^\[no-redispatch[^\]]*\]\s*/, ''))
  return parseSlash(said) ?? parseWords(said, known)
}

/** Quotes that are not closed, questions and clauses are left: they make a phrase a sentence. */
function tidy(line: string): string {
  return line
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .replace(/^(?:(?:ok|okay|hey|hi|please|pls|now|and|claude|codex|gemini|dogear)[,:]? )+(?=\S)/i, '')
    .replace(/^请(?:帮我)?|^帮我/, '')
    .replace(/(?:[,]? (?:please|pls|thanks|thank you|now))+[.!]*$/i, '')
    .replace(/(?<=\S)\s*[.!。！]+$/, '')
    .trim()
}

const ACTION_WORDS: Readonly<Record<string, Phrase['do']>> = {
  save: 'save',
  list: 'list',
  ls: 'list',
  show: 'list',
  resume: 'resume',
  restore: 'resume',
  '--restore': 'resume',
  continue: 'resume',
  load: 'resume',
  delete: 'clear',
  clear: 'clear',
  remove: 'clear',
}

/** `/checkpoint …`: an explicit command, so whatever follows is taken as its name. */
function parseSlash(said: string): Phrase | null {
  const found = /^\/(checkpoint|continue)(?: (.*))?$/i.exec(said)
  if (!found) return null
  const rest = found[2] ?? ''
  if (found[1]?.toLowerCase() === 'continue') return withName({ do: 'resume' }, unquote(rest))
  return parseAction(rest) ?? makeSave(rest)
}

function parseAction(rest: string): Phrase | null {
  const word = /^(\S+)(?: (.*))?$/.exec(rest)
  const act = ACTION_WORDS[word?.[1]?.toLowerCase() ?? '']
  const more = word?.[2] ?? ''
  if (act === undefined) return null
  if (act === 'save') return makeSave(more)
  if (act === 'list') return more === '' ? { do: 'list' } : null
  if (act === 'clear')
    return /^(?:--all|all)$/i.test(more) ? { do: 'clear', all: true } : withName({ do: 'clear' }, unquote(more))
  return withName({ do: 'resume' }, unquote(more))
}

/** `name --task "…"`, the task quoted or to the end of the line. */
function makeSave(rest: string): Phrase {
  const found = /^(.*?)(?:^| )--task[= ]\s*(?:"([^"]*)"|'([^']*)'|(.+?))\s*$/.exec(rest)
  const name = unquote((found ? (found[1] as string) : rest).trim())
  const task = (found?.[2] ?? found?.[3] ?? found?.[4])?.trim()
  return { do: 'save', ...(name === '' ? {} : { name }), ...(task ? { task } : {}) }
}

function parseWords(said: string, known: readonly string[]): Phrase | null {
  for (const { pattern, phrase, name } of FORMS) {
    const found = pattern.exec(said)
    if (!found) continue
    if (!name) return phrase
    const typed = found[1] as string
    if (canBeName(typed, known, name)) return withName(phrase, unquote(typed))
  }
  return parseBareCheckpoint(said, known)
}

/** "checkpoint auth"; also "checkpoint list", which nobody means as a name. */
function parseBareCheckpoint(said: string, known: readonly string[]): Phrase | null {
  const rest = /^checkpoint (?:as |named |called |for )?(.+)$/i.exec(said)?.[1]
  if (rest === undefined) return null
  const [first = '', ...others] = rest.split(' ')
  const isAction = ACTION_WORDS[first.toLowerCase()] !== undefined
  if (isAction && (others.length === 0 || canBeName(others.join(' '), known))) return parseAction(rest)
  return !isAction && canBeName(rest, known) ? withName({ do: 'save' }, unquote(rest)) : null
}

function withName<P extends Phrase>(phrase: P, name: string): P {
  return name === '' ? phrase : { ...phrase, name }
}
