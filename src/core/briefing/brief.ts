/**
 * Facts of a session as a briefing. Most useful first, inside a budget of characters, an item whole or not at all.
 * What failed comes first so that nobody repeats it, but it may not crowd out the rest: such sections have a share.
 */
import type { Decision, Failed, Fields, FileRef, Item } from '../entry/entry.js'
import { commandOfFailing } from '../entry/observed.js'
import { windowFor, type WindowHints } from '../session/context.js'
import { DogearError } from '../errors.js'
import type { Facts } from '../session/facts/facts.js'
import type { FileChange } from '../session/facts/file-facts.js'
import { quoteItemLine, quoteLine, quoteProse } from '../printer/quote.js'
import { cleanLine } from '../text/text.js'
import { fit, type Section } from './fit.js'

export interface BriefInput {
  agent: string
  /** The transcript's file name, for looking things up. */
  source: string
  facts: Facts
  /** What is known of the window besides the transcript. */
  window?: WindowHints
}

/** Less would hold the receipt and little else. */
export const MIN_BRIEF = 400

/** A part of the budget that a section may have at most. */
type Shared = Section & { share?: number }

export function printBrief(input: BriefInput, budget: number): string {
  if (!(budget >= MIN_BRIEF)) {
    throw new DogearError('usage', `a briefing of ${budget} characters would say nothing`, {
      expected: `a budget of ${MIN_BRIEF} characters or more`,
      next: 'dogear brief --budget 2500 --transcript FILE',
    })
  }
  let text = printReceipt(input)
  for (const section of sectionsOf(input.facts, budget)) {
    const room = Math.min(budget - text.length, (section.share ?? 1) * budget)
    text += fit(section, room).text
  }
  return text
}

function printReceipt({ agent, source, facts, window }: BriefInput): string {
  const { session, branch, lastAt, model, context } = facts
  const parts = [
    session && `session ${session.slice(0, 8)}`,
    branch && `on ${branch}`,
    lastAt !== undefined && `last active ${new Date(lastAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    model,
    context && `${Math.round(context.tokens / 1000)}k tokens of context${windowText(context, model, window)}`,
  ]
  const lines = [
    `# Briefing from a ${agent} transcript`,
    `${parts.filter(Boolean).join(', ')}. Observed in ${source}; @N is the byte where.`,
  ]
  return `${lines.map((one) => quoteLine(one).slice(0, 250)).join('\n')}\n`
}

function sectionsOf({ fields, changed }: Facts, budget: number): Shared[] {
  return [
    {
      items: (fields.failed ?? []).filter((item) => commandOfFailing(item) === null).map(failedLine),
      after: 'Do not repeat failed approaches. Choose alternative strategies.',
      share: 0.2,
    },
    { title: 'Next action', items: nextLines(fields) },
    { title: 'Failing', items: (fields.failed ?? []).flatMap(failingLine), share: 0.2 },
    { title: 'Constraints', items: (fields.constraints ?? []).map(line) },
    { title: 'Files', items: (fields.files ?? []).map((file) => fileLine(file, changed)) },
    {
      title: 'Last prompt',
      items: [fields.intent, fields.context?.[0]]
        .filter((item) => item !== undefined)
        .map((item) => promptText(item, Math.max(budget * PROMPT_SHARE, MIN_PROMPT_LENGTH))),
    },
    { title: 'Commands', items: (fields.commands ?? []).map((item) => `- ${quoteItemLine(item.text)}`) },
    { title: 'Open questions', items: (fields.questions ?? []).map(line) },
    { title: 'Plan', items: fields.plan ? [`- ${quoteItemLine(fields.plan.path)}${stepText(fields.plan)}`] : [] },
    { title: 'Decisions', items: (fields.decisions ?? []).map(decisionLine), share: 0.2 },
    { title: 'Task', items: fields.task && fields.task.text !== fields.next?.text ? [line(fields.task)] : [] },
    { title: 'Done', items: doneLines(fields, changed) },
    { title: 'Asked before', items: (fields.context ?? []).slice(1).map(line) },
  ]
}

const PROMPT_SHARE = 0.16
const MIN_PROMPT_LENGTH = 160

function nextLines({ next, intent }: Partial<Fields>): string[] {
  if (!next) return []
  const isPrompt = next.observed !== undefined && next.observed === intent?.observed
  return [
    isPrompt
      ? 'Answer the last prompt, below: nothing was done about it yet.'
      : `${quoteProse(cleanLine(next.text))}${at(next)}`,
  ]
}

function fileLine(file: FileRef, changed: readonly FileChange[]): string {
  const change = changed.find(({ path }) => path === file.path)
  const lines = change && change.added + change.removed > 0 ? ` +${change.added} −${change.removed}` : ''
  return `- ${quoteItemLine(file.path)}${file.role ? ` (${quoteLine(file.role)}${lines})` : ''}`
}

/** Files stand in their own section; those that are not worth opening again are only counted. */
function doneLines(fields: Partial<Fields>, changed: readonly FileChange[]): string[] {
  const isOfFile = new Set(changed.map(({ observed, how, path }) => `${observed} ${how} ${path}`))
  const isFile = (item: Item): boolean => isOfFile.has(`${item.observed} ${item.text.replace(/ \(\+\d+ −\d+\)$/, '')}`)
  const others = changed.filter(({ path }) => !fields.files?.some((file) => file.path === path)).length
  const rest = (fields.done ?? []).filter((item) => !isFile(item)).map(line)
  return others === 0 ? rest : [...rest, `- ${others} other ${others === 1 ? 'file' : 'files'} changed`]
}

/** Word for word; a long one ends after a sentence and says where the rest is. */
function promptText(item: Item, most: number): string {
  const text = quoteLine(item.text)
  if (text.length <= most) return `> ${text}`
  const start = text.slice(0, most)
  const end = Math.max(start.lastIndexOf('. '), start.lastIndexOf('? '), start.lastIndexOf('! ')) + 1
  const shown =
    end > most / 2
      ? start.slice(0, end)
      : start.slice(0, start.lastIndexOf(' ') > most / 2 ? start.lastIndexOf(' ') : most)
  return `> ${shown} … (${text.length - shown.length} more characters${at(item)})`
}

function failedLine(item: Failed): string {
  return `⚠ Previously failed: ${quoteLine(item.text)}${item.why ? ` — ${quoteLine(item.why)}` : ''}${at(item)}`
}

function failingLine(item: Failed): string[] {
  const command = commandOfFailing(item)
  return command === null
    ? []
    : [`- \`${quoteLine(command)}\`${item.why ? ` — ${quoteLine(item.why)}` : ''}${at(item)}`]
}

function decisionLine(item: Decision): string {
  // A sentence holds its reason and what was not chosen already; an answer holds neither.
  const rejected =
    item.rejected && !item.rejected.every((one) => item.text.includes(one))
      ? ` (not: ${item.rejected.map(quoteLine).join(', ')})`
      : ''
  return `- ${quoteItemLine(item.text)}${rejected}${at(item)}`
}

function line(item: Item): string {
  return `- ${quoteItemLine(item.text)}${at(item)}`
}

function stepText({ step, of }: { step?: number; of?: number }): string {
  return step === undefined ? '' : `, step ${step}${of === undefined ? '' : ` of ${of}`}`
}

/** " @12034" for "transcript 12034 …" */
function at(item: Item): string {
  const offset = /\btranscript (\d+)/.exec(item.observed ?? '')?.[1]
  return offset === undefined ? '' : ` @${offset}`
}

/** What the transcript says, else what is known of the model; a guess is called one, and a window that is too small is none. */
function windowText(context: NonNullable<Facts['context']>, model: string | undefined, hints?: WindowHints): string {
  if (context.window) return ` of ${Math.round(context.window / 1000)}k`
  const { tokens, from } = windowFor(model, hints)
  if (tokens < context.tokens) return ''
  return ` of ${from === 'default' ? 'an assumed ' : ''}${Math.round(tokens / 1000)}k`
}
