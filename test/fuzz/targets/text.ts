/** Targets for texts: what people, models and agents wrote. Nothing here touches a disk. */
import { daysIn, momentOf } from '../../../src/cli/args/age.js'
import { isLoose, looseMonth } from '../../../src/core/choose/loose.js'
import { labelFrom, nameFrom, slugFrom, suggestName } from '../../../src/core/choose/name.js'
import { parseDraft } from '../../../src/core/entry/draft.js'
import { generationOf, parsePackName } from '../../../src/core/entry/pack.js'
import { idMatches, parseId, shortId } from '../../../src/core/entry/id.js'
import { parseEntry } from '../../../src/core/entry/parse.js'
import { printEntry } from '../../../src/core/entry/print.js'
import { checkSeal, openRecord, sealRecord } from '../../../src/core/entry/seal.js'
import { splitChoices } from '../../../src/core/entry/written-items.js'
import { parseDecision, parseFailed, parseWritten } from '../../../src/core/entry/written.js'
import { forgetInText, makeForget, rememberForgotten } from '../../../src/core/redact/forget.js'
import { redactFinished } from '../../../src/core/redact/finished.js'
import { redact, redactEntry } from '../../../src/core/redact/redact.js'
import { plainCommand, tellingLine } from '../../../src/core/session/facts/command-text.js'
import { branchIn, commitSubject } from '../../../src/core/session/facts/git-text.js'
import { liftIn } from '../../../src/core/session/facts/lifts.js'
import { isDecision, reasonIn, sentencesIn } from '../../../src/core/session/facts/sentences.js'
import { isCorrection } from '../../../src/core/session/facts/words/corrections.js'
import { isNamedNext, labelledNext } from '../../../src/core/session/facts/words/next.js'
import { isTriedInVain } from '../../../src/core/session/facts/words/tried.js'
import { choiceIn } from '../../../src/core/session/phrase/choice.js'
import { goingOnIn, isAboutBefore, isYes, topicIn } from '../../../src/core/session/phrase/going-on.js'
import { isInstruction } from '../../../src/core/session/phrase/instruction.js'
import { parsePhrase } from '../../../src/core/session/phrase/phrase.js'
import { splitPlan } from '../../../src/core/session/plan/lines.js'
import { parsePlanSteps } from '../../../src/core/session/plan/text.js'
import { isPasted } from '../../../src/core/session/plan/same-work.js'
import { planPathsIn } from '../../../src/core/session/plan/traces.js'
import { isSessionId, sessionIdFrom } from '../../../src/core/session/session-id.js'
import { parseSessionState, parseWorkingBuffer } from '../../../src/core/session/session-state.js'
import { farewellIn } from '../../../src/core/session/triggers/farewell.js'
import { parseTriggerSettings } from '../../../src/core/session/triggers/settings.js'
import { putInto, replaceAt, takeOut } from '../../../src/core/text/json/edit.js'
import { nodeAt, scanJson, valueOf } from '../../../src/core/text/json/scan.js'
import { makeSnippet, parseQuery } from '../../../src/core/text/search.js'
import { age, cleanLine, isIsoTime, msOf } from '../../../src/core/text/text.js'
import { mentionedPaths } from '../../../src/core/text/mentioned-paths.js'
import { todosInMarkdown } from '../../../src/agents/common/events.js'
import { addHooks, addServer, addStatusLine, takeOutOurs } from '../../../src/agents/claude-code/settings-edit.js'
import { openText } from '../../../src/agents/common/json-edit.js'
import { mcpServer } from '../../../src/agents/common/line.js'
import { hookGroups, parseStatusCommand, statusCommand } from '../../../src/agents/claude-code/wiring.js'
import { parseStatus } from '../../../src/capture/git-status.js'
import { sha256Hex } from '../../../src/platform/files/hash.js'
import { tagOfTemp } from '../../../src/platform/files/temp-file.js'
import { tagIsDead } from '../../../src/platform/process/process-tag.js'
import { parseObject, parseSettings } from '../../../src/store/settings.js'
import { ENTRY, ENTRY_TEXTS, PLAN_TEXT, SHA, STATE_TEXT } from '../samples.js'
import { orRefused, type Target } from '../target.js'

type ReadText = (text: string, bytes: Buffer) => unknown

function text(name: string, reads: readonly string[], samples: readonly string[], read: ReadText): Target {
  return { name, reads, open: () => ({ samples, read: (input) => read(input.toString('utf8'), input) }) }
}

const entryModules = ['parse', 'envelope', 'front-matter', 'items', 'sections', 'seal'].map(
  (name) => `src/core/entry/${name}.ts`,
)

const WRITTEN: readonly string[] = [
  '# Auth\n\nRotate the keys\n\n## Next action\n\nRun it\n\n## Failed\n\n- one key — the old clients\n\n## Decisions\n\n- two keys\n  - why: a week\n  - rejected: never\n\n## Files\n\n- src/a.ts (edited): half\n',
  JSON.stringify({
    task: 'x',
    next: 'y',
    failed: [{ text: 'a', why: 'b' }, 'c — d'],
    decisions: ['e'],
    files: ['a.ts', { path: 'b.ts' }],
    plan: { path: 'p.md', step: 1 },
  }),
  '---\nname: auth\n---\n**Next:** run it\n\n**Done**\n* a\n1. b\n',
]

const SETTINGS = JSON.stringify({
  budget: 4000,
  onResume: 'keep',
  layout: 'quoin',
  autosave: { context: [70, 85], idleMinutes: 5, commandSeconds: 20, farewells: ['ciao'] },
})

/** As people keep it: with comments, commas too many, and hooks of others. */
const JSON_WITH_COMMENTS =
  '// mine\n{\n  "hooks": {\n    "Stop": [{ "matcher": "", "hooks": [{ "type": "command", "command": "say done" }] }], /* x */\n  },\n  "statusLine": {"type": "command", "command": "node ~/line.js"},\n  "mcpServers": {},\n  "env": {"A": "1"},\n}\n'

const EXEC = '/home/me/.claude/hooks/dogear.sh'

export const TEXT_TARGETS: readonly Target[] = [
  text('entry', [...entryModules, 'src/core/redact/redact.ts'], ENTRY_TEXTS, (input, bytes) => {
    const state = checkSeal(bytes, sha256Hex)
    const entry = parseEntry(input)
    return [state, printEntry(entry), printEntry(redactEntry(entry)), mentionedPaths(entry)]
  }),
  text(
    'written',
    ['written', 'written/json', 'written/markdown', 'written-items', 'draft'].map(
      (name) => `src/core/entry/${name}.ts`,
    ),
    WRITTEN,
    (input) =>
      [parseFailed, parseDecision, splitChoices, parseWritten, parseDraft].map((parse) =>
        orRefused(() => parse(input)),
      ),
  ),
  text('sealed record', ['src/core/entry/seal.ts'], [sealRecord({ id: 'a', at: 7, list: [1, 'b'] })], openRecord),
  text(
    'ids, names and dates',
    ['src/core/entry/id.ts', 'src/core/entry/pack.ts'],
    [
      ENTRY.id,
      'fix/auth',
      'loose-202611-abc',
      '2026-11-15T09:00:00.000+01:00',
      '30d',
      `${ENTRY.id}_${ENTRY.id}.dgp`,
      'aaaaaaaa.1.1.1',
    ],
    (input) => [
      [parseId(input), shortId(input), idMatches(ENTRY.id, input), generationOf(input), parsePackName(input)],
      [labelFrom(input), slugFrom(input), suggestName(input), isLoose(input), looseMonth(input)],
      [isIsoTime(input), msOf(input), age(msOf(input) ?? 0, 0), isSessionId(input), sessionIdFrom(input)],
      [tagIsDead(input), tagOfTemp(input), cleanLine(input)],
      ...[daysIn, (typed: string) => momentOf(typed, 0), (typed: string) => nameFrom(typed, 'lower')].map((parse) =>
        orRefused(() => parse(input)),
      ),
    ],
  ),
  text(
    'plan and to-do lists',
    ['src/core/session/plan/lines.ts', 'src/core/session/plan/text.ts'],
    [PLAN_TEXT],
    (input) => [
      splitPlan(input),
      parsePlanSteps(input),
      planPathsIn(input),
      todosInMarkdown(input),
      isPasted(PLAN_TEXT, input),
    ],
  ),
  text('session state file', ['src/core/session/session-state.ts'], [STATE_TEXT], (input) => [
    parseSessionState(input),
    parseWorkingBuffer(input),
  ]),
  text(
    'what the user says',
    ['src/core/session/phrase/phrase.ts'],
    [
      'continue with the parser',
      'weiter mit auth',
      'save my place as auth: next run tests',
      'resume from where we left off',
      'the second',
      'good night',
      'you may touch the vendor folder again',
      'we decided on two keys because of the clients, not one',
    ],
    (input) => [
      [parsePhrase(input, ['auth', 'parser']), isAboutBefore(input), goingOnIn(input), topicIn(input), isYes(input)],
      [choiceIn(input, 5), farewellIn(input, ['ciao']), liftIn(input), isInstruction(input), reasonIn(input)],
      [
        labelledNext(input),
        ...sentencesIn(input).map((one) => [isDecision(one), isNamedNext(one), isCorrection(one), isTriedInVain(one)]),
      ],
      [
        plainCommand(input),
        commitSubject(`git commit -m "${input}"`, input),
        branchIn('git status', input),
        tellingLine(input),
      ],
    ],
  ),
  text('redaction', ['src/core/redact/redact.ts'], secrets(), (input) => [redact(input), redactFinished(input)]),
  text(
    'what is forgotten',
    ['src/core/redact/forget.ts'],
    [sealRecord({ text: 'the old key' }), '{"a":"the  old key"}\n', 'the old\nkey'],
    (input) => {
      const rows = [
        rememberForgotten('the old key', 's', sha256Hex),
        rememberForgotten(input.slice(0, 100), 's', sha256Hex),
      ]
      return forgetInText(input, makeForget(rows, 's', sha256Hex))
    },
  ),
  text('search words', ['src/core/text/search.ts'], ['keys "old key" gate*', 'Ünïcode “quoted”'], (input) => {
    const query = parseQuery(input)
    return [query, makeSnippet('the old keys of the gate', query, 40), makeSnippet(input, query, 40)]
  }),
  text('JSON with comments', ['src/core/text/json/scan.ts'], [JSON_WITH_COMMENTS, '{}', '[1, 2,]'], (input) => {
    const root = scanJson(input)
    const value = valueOf(nodeAt(root, []) ?? undefined)
    if (root?.kind !== 'object') return value
    const put = putInto(input, [], { a: 1 }, 'zzz').text
    return [value, put, takeOut(put, ['zzz']), nodeAt(root, ['env']) ? replaceAt(input, ['env'], '7') : '']
  }),
  text('settings edited', ['src/agents/claude-code/wiring.ts'], [JSON_WITH_COMMENTS, '{}'], (input) => {
    const opened = addHooks(openText(input), hookGroups(EXEC))
    const server = addServer(opened, ['mcpServers', 'dogear'], mcpServer(EXEC))
    const line = addStatusLine(server || opened, (wraps) => statusCommand(EXEC, wraps))
    const edited = line || opened
    return [edited.text, takeOutOurs(edited.text, edited.inserted, [['mcpServers', 'dogear']])]
  }),
  text(
    'status line command',
    ['src/agents/claude-code/wiring.ts'],
    [statusCommand(EXEC, "node 'a b.js'")],
    parseStatusCommand,
  ),
  text(
    'settings of dogear',
    ['src/store/settings.ts', 'src/core/session/triggers/settings.ts'],
    [SETTINGS, '{}'],
    (input) => [
      parseSettings(input, 'config.json'),
      parseTriggerSettings(parseObject(input, 'config.json')['autosave'], 'config.json'),
    ],
  ),
  text(
    'git status',
    ['src/capture/git-status.ts'],
    [
      `# branch.oid ${SHA}\0# branch.head main\0# branch.upstream origin/main\0# branch.ab +1 -2\0# stash 3\0` +
        `1 .M N... 100644 100644 100644 ${SHA} ${SHA} src/a.ts\0` +
        `2 R. N... 100644 100644 100644 ${SHA} ${SHA} R100 b c.ts\0old.ts\0u UU N... 1 2 3 4 ${SHA} ${SHA} ${SHA} d.ts\0? new.ts\0`,
    ],
    parseStatus,
  ),
]

function secrets(): string[] {
  return [
    'export AWS_SECRET_ACCESS_KEY="wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"\npassword: hunter2-and-more\nAuthorization: Bearer abc.def.ghi',
    "curl -u ada:s3cr3t https://ada:pw@host/x?sig=abc \\\n  -H 'X-Api-Key: 0123456789abcdef0123456789abcdef'",
    '<add name="Db" value="Server=x;Password=\'y z\';"/>\nALTER USER ada PASSWORD \'geheim\';\nmachine h login l password p',
    'the password is correct-horse; das Passwort lautet Sommer2026!, zip -P abc x.zip',
    '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----',
  ]
}
