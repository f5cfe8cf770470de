/**
 * Every promise of dogear, by id. `landed`: it holds, and a test cites it in square brackets. The moment a test cites one
 * that has not landed, it has; so the list of open promises only shrinks.
 */
export interface Requirement {
  id: string
  landed: boolean
  text: string
}

export const requirements: readonly Requirement[] = [
  // A: named-checkpoints
  {
    id: 'A1',
    landed: true,
    text: 'a name is lower-cased, slashes become dashes, leading dashes go; no name: the branch',
  },
  { id: 'A2', landed: true, text: 'the memory folder is found by flag, environment, agent settings or git root' },
  {
    id: 'A3',
    landed: true,
    text: 'a save gathers branch, the whole git status and the time; a cut list says how much more',
  },
  {
    id: 'A4',
    landed: true,
    text: 'a save records what was done, what failed and why, the next action, the files changed',
  },
  { id: 'A5', landed: true, text: 'a plan used in the session is recorded with its step; none used: none guessed' },
  {
    id: 'A6',
    landed: true,
    text: 'checkpoint-{name}.md has exactly the known shape, without a Plan line when there is no plan',
  },
  { id: 'A7', landed: true, text: 'MEMORY.md: our bullets and section are kept, every byte outside them untouched' },
  {
    id: 'A8',
    landed: true,
    text: 'after a save: /clear and continue when a plan is active, else /compact with a focus',
  },
  {
    id: 'A9',
    landed: true,
    text: 'resume takes the only checkpoint, lists several to pick from, and says when there is none',
  },
  { id: 'A10', landed: true, text: 'a checkpoint that is named but not there: the available ones are listed' },
  { id: 'A11', landed: true, text: 'another branch than at the save: a warning with the git checkout line, then on' },
  { id: 'A12', landed: true, text: 'the plan is loaded and shown at its step' },
  { id: 'A13', landed: true, text: 'failed approaches come first, each marked, with the word not to repeat them' },
  { id: 'A14', landed: true, text: 'clear: the file goes to trash, the bullet goes, an empty section goes' },
  {
    id: 'A15',
    landed: true,
    text: 'legacy sections of MEMORY.md move into the first checkpoint; stable ones stay byte for byte',
  },
  { id: 'A16', landed: true, text: 'any number of sessions save at once: nothing is lost and MEMORY.md is right' },
  // B: session-checkpoint
  { id: 'B1', landed: true, text: 'no name: a suggestion of two to four words, to confirm or replace' },
  {
    id: 'B2',
    landed: true,
    text: 'Left Off holds pending decisions, options and open questions; next steps are not invented',
  },
  { id: 'B3', landed: true, text: 'the plan is looked for in the session, the conversation, then the plans folder' },
  { id: 'B4', landed: true, text: 'a name that exists: overwrite or another name, with its date and Left Off shown' },
  { id: 'B5', landed: true, text: 'the file has a Left Off section in the known shape' },
  { id: 'B6', landed: true, text: 'the bullet shows name, branch, date and summary; a line says how to resume' },
  { id: 'B7', landed: true, text: 'a save answers in one line, without advice or questions' },
  { id: 'B8', landed: true, text: 'several: the choice shows branch and date; none: said in so many words' },
  { id: 'B9', landed: true, text: 'a bullet without its file is removed and reported' },
  { id: 'B10', landed: true, text: 'resume consumes the checkpoint, into history and trash, so that nothing is lost' },
  { id: 'B11', landed: true, text: 'clear all removes every checkpoint and the section, and counts them' },
  // C: session-continuity
  { id: 'C1', landed: true, text: 'save with a name and a task; the task is inferred when it is not given' },
  {
    id: 'C2',
    landed: true,
    text: 'Task, Progress, Next Action, Blockers, Key Decisions, Relevant Context in the known format',
  },
  {
    id: 'C3',
    landed: true,
    text: 'SESSION-STATE.md is read first, working-buffer.md when that is thin; an empty one skips nothing',
  },
  {
    id: 'C4',
    landed: true,
    text: 'list is a table of name, time, task and age; autosaves are marked, logs never listed',
  },
  {
    id: 'C5',
    landed: true,
    text: 'resume checks every path, flags stale ones first, shows age and next action, and asks',
  },
  { id: 'C6', landed: true, text: 'a checkpoint can be deleted by name' },
  {
    id: 'C7',
    landed: true,
    text: 'names are kebab-case and specific; empty words like task or backup are refused with a suggestion',
  },
  { id: 'C8', landed: true, text: 'vague or missing parts of a save are named; --strict refuses them' },
  {
    id: 'C9',
    landed: true,
    text: 'autosave at 70 % of the context, at close words, when idle, before long operations',
  },
  {
    id: 'C10',
    landed: true,
    text: 'an autosave is silent, logged, never touches a named one, never replaced by a poorer one',
  },
  {
    id: 'C11',
    landed: true,
    text: 'after a compaction the autosave is offered, with its age when it is older than a day',
  },
  { id: 'C12', landed: true, text: 'no raw transcript in a checkpoint' },
  {
    id: 'C13',
    landed: true,
    text: 'decisions, corrections, preferences and values are noted as they are said and join the next save',
  },
  // D: decision-log
  {
    id: 'D1',
    landed: true,
    text: 'a summary of what, which decisions and why, and the next action is given or asked for',
  },
  {
    id: 'D2',
    landed: true,
    text: 'an active plan has its own folder, else the global one; a broken index is reported',
  },
  { id: 'D3', landed: true, text: 'JSON in the known schema; extra keys of existing files survive' },
  { id: 'D4', landed: true, text: 'the answer shows place, summary, number of decisions and next action' },
  { id: 'D5', landed: true, text: 'the index is updated atomically, other keys untouched, never empty or cut' },
  { id: 'D6', landed: true, text: 'a session start shows the latest checkpoint itself' },
  { id: 'D7', landed: true, text: 'append-only; two saves in one second both survive' },
  { id: 'D8', landed: true, text: 'decisions can be searched across all checkpoints, with their reasons' },
  // E: quoin
  {
    id: 'E1',
    landed: true,
    text: 'drafting by a cheaper model where the host offers one, dispatched once, guarded against recursion',
  },
  {
    id: 'E2',
    landed: true,
    text: 'a running save announces itself; dead ones are ignored; the compaction hook sees it',
  },
  {
    id: 'E3',
    landed: true,
    text: 'task, phase, questions, decisions, unfinished work, branch and intent come from the session state',
  },
  { id: 'E4', landed: true, text: 'artifacts are listed by path, never copied' },
  { id: 'E5', landed: true, text: 'sections and file name as known; over 4 KB one warning, then on' },
  { id: 'E6', landed: true, text: 'a pending restore per session; no session id: warned, skipped, file kept' },
  { id: 'E7', landed: true, text: 'one cost-ledger row per save and restore; rows of 6, 7 and 8 columns can be read' },
  { id: 'E8', landed: true, text: 'restore chooses by session, then none, one or many, then the newest' },
  {
    id: 'E9',
    landed: true,
    text: 'shows task, branch, intent and counts, and asks whether to read the artifacts again',
  },
  {
    id: 'E10',
    landed: true,
    text: 'an unreadable checkpoint: its raw text and how to recover by hand; the sentinel stays',
  },
  {
    id: 'E11',
    landed: true,
    text: 'blocked prompts are chosen by number, all, edit, none or delete, and replayed exactly once',
  },
  { id: 'E12', landed: true, text: 'consumed sentinels go to dated trash, recoverable; purge empties it by age' },
  {
    id: 'E13',
    landed: true,
    text: 'an advisory by real context use; prompts are captured before anything could block them',
  },
  { id: 'E14', landed: true, text: 'the save before a compaction happens by itself and does not block it' },
  { id: 'E15', landed: true, text: 'every hook fails open, and doctor shows what went wrong' },
  // F: what none of the five has
  {
    id: 'F1',
    landed: true,
    text: 'every save is one immutable entry chained to what it continues; nothing is overwritten',
  },
  {
    id: 'F2',
    landed: true,
    text: 'what happened is read from transcript and git as observed; what is claimed is stated',
  },
  { id: 'F3', landed: true, text: 'a save before compaction is proven to come back in the next session' },
  {
    id: 'F4',
    landed: true,
    text: 'never the wrong work: session, worktree, branch, project; ambiguity is listed; a receipt says why',
  },
  {
    id: 'F5',
    landed: true,
    text: 'resume reports drift: commits, files, branch, plan step; each fact true, changed or not checkable',
  },
  {
    id: 'F6',
    landed: true,
    text: 'the briefing has a budget in characters, most useful first, never cut inside an item',
  },
  { id: 'F7', landed: true, text: 'secrets are redacted before the first byte is written; commit hashes are not' },
  {
    id: 'F8',
    landed: true,
    text: 'what comes from a repository or another person is data: fenced, named, never resumed by itself',
  },
  { id: 'F9', landed: true, text: 'a snapshot of the work tree with each save, comparable and restorable' },
  { id: 'F10', landed: true, text: 'history, the difference of two saves, full-text search over all projects' },
  {
    id: 'F11',
    landed: true,
    text: 'terminal, MCP and hooks of the common agents; saved in one, resumed in another',
  },
  { id: 'F12', landed: true, text: 'several machines and people share history; nothing is lost, forks are shown' },
  {
    id: 'F13',
    landed: true,
    text: 'doctor proves the last save and injection; install and uninstall leave foreign settings alone',
  },
  { id: 'F14', landed: true, text: 'a failed approach about to be repeated is pointed out before it runs' },
  { id: 'F15', landed: false, text: 'a web page shows workstreams, history, drift and decisions' },
  { id: 'F16', landed: true, text: 'what is known survives every hand-over: items are carried until they are closed' },
  {
    id: 'F17',
    landed: true,
    text: 'a session that did work is never buried, mixed up or renamed; it is on a workstream or loose',
  },
  {
    id: 'F18',
    landed: true,
    text: 'what the user told the agent to keep to is kept in their own words and handed over',
  },
  { id: 'F19', landed: true, text: 'a year of use stays small and quick: autosaves are packed, never deleted' },
  {
    id: 'F20',
    landed: true,
    text: "a new session is served unasked, within a budget, with its own worktree's work only",
  },
  {
    id: 'F21',
    landed: true,
    text: 'one folder per agent and per layout, nothing half-registered, a template that a test builds',
  },
]
