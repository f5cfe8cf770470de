/** A piece of work as the model does it in these stories, and what a fresh session must learn of it. */
import type { Turn } from '../model-server.js'

export interface Work {
  instruction: string
  /** A command that fails, and why. */
  failed: string
  why: string
  next: string
  /** One edit, one command that fails, a last word with the next step: three requests. */
  turns: (dir: string) => Turn[]
}

export function workOn(topic: string): Work {
  const instruction = `Make the ${topic} survive a restart and leave the billing module alone`
  const failed = `sh try.sh ${topic} --in-memory`
  const why = `the ${topic} is gone after a restart`
  const next = `write the ${topic} to disk in src/${topic}.ts`
  const turns = (dir: string): Turn[] => [
    {
      text: `The ${topic} goes into memory first.`,
      tools: [
        { name: 'Write', input: { file_path: `${dir}/src/${topic}.ts`, content: 'export const kept = new Map()\n' } },
      ],
    },
    { text: 'Trying it.', tools: [{ name: 'Bash', input: { command: failed, description: 'Try it' } }] },
    { text: `It fails. The next step is to ${next}.` },
  ]
  return { instruction, failed, why, next, turns }
}

export const TOKEN: Work = workOn('token')

/** What stands in the repository before. */
export const FILES: Record<string, string> = {
  'README.md': '# shop\n',
  'try.sh': 'case "$2" in --in-memory) echo "Error: the $1 is gone after a restart" >&2; exit 1;; esac\necho fine\n',
}

/** What dogear gave the model, and nothing else of what it was shown. */
export function briefingsIn(shown: string): string {
  return [...shown.matchAll(/\[dogear-briefing (\w+):[\s\S]*?\[\/dogear-briefing \1\]/g)]
    .map(([text]) => text)
    .join('\n')
}

/** What a session must be told of a piece of work: next action, failed approach, last instruction. */
function tellingOf(work: Work): string[] {
  return [work.next, `- \`${work.failed}\``, work.why, work.instruction]
}

/** What of it dogear did not tell, and then what it told instead. Empty: it told everything. */
export function untold(shown: string, work: Work): string[] {
  const briefing = briefingsIn(shown)
  const missing = tellingOf(work).filter((part) => !briefing.includes(part))
  return missing.length === 0 ? [] : [...missing, `told: ${briefing}`]
}

/** What of it dogear told although it is not this session's. */
export function told(shown: string, work: Work): string[] {
  const briefing = briefingsIn(shown)
  return [work.instruction, work.failed, work.why, work.next].filter((part) => briefing.includes(part))
}
