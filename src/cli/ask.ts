/** A question asked in the terminal, with arrow keys. Only loaded when there is one to ask. */
import { isCancel, select, text } from '@clack/prompts'
import type { Question } from '../core/errors.js'
import { cleanLine } from '../core/text/text.js'

/** null: the person went away without an answer. */
export async function ask(question: Question): Promise<string | null> {
  if (question.options.every(({ value }) => value === '')) return askText(question)
  const chosen = await select({
    message: cleanLine(question.question),
    options: question.options.map(({ value, label, detail }) => ({
      value,
      label: cleanLine(label),
      ...(detail === undefined ? {} : { hint: cleanLine(detail) }),
    })),
    maxItems: 12,
  })
  if (isCancel(chosen)) return null
  return chosen === '' ? askText(question) : chosen
}

/** An option without a value means: something else, typed. */
async function askText(question: Question): Promise<string | null> {
  const typed = await text({
    message: cleanLine(question.question),
    validate: (value) => (value?.trim() ? undefined : 'Type something, or press Esc'),
  })
  return isCancel(typed) ? null : typed
}
