/**
 * The conformance suite of the protocol against our server. Many scenarios call tools, resources or prompts of a sample
 * server that has them for that purpose; ours has none of those. Each such scenario is listed with what it wants, and
 * only that check may fail in it: what the protocol itself demands is checked in all of them.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanEnv, dogear, scratchRepo, tempDir } from '../support/world.js'
import { type Check, findSuite, runSuite } from './support/conformance.js'
import { type HttpEntry, serveHttp } from './support/http-entry.js'

const SAMPLE_TOOL = 'calls a tool that only the sample server has'
const SAMPLE_RESOURCE = 'reads a resource that only the sample server has'
const SAMPLE_PROMPT = 'gets a prompt that only the sample server has'

const NOT_OURS: Readonly<Record<string, string>> = {
  'logging-set-level': 'we have no logging, which the protocol has given up',
  'completion-complete': SAMPLE_PROMPT,
  'tools-call-simple-text': SAMPLE_TOOL,
  'tools-call-image': SAMPLE_TOOL,
  'tools-call-audio': SAMPLE_TOOL,
  'tools-call-embedded-resource': SAMPLE_TOOL,
  'tools-call-mixed-content': SAMPLE_TOOL,
  'tools-call-with-logging': SAMPLE_TOOL,
  'tools-call-error': SAMPLE_TOOL,
  'tools-call-with-progress': SAMPLE_TOOL,
  'tools-call-sampling': SAMPLE_TOOL,
  'tools-call-elicitation': SAMPLE_TOOL,
  'json-schema-2020-12': SAMPLE_TOOL,
  'elicitation-sep1034-defaults': SAMPLE_TOOL,
  'elicitation-sep1330-enums': SAMPLE_TOOL,
  'resources-read-text': SAMPLE_RESOURCE,
  'resources-read-binary': SAMPLE_RESOURCE,
  'resources-templates-read': SAMPLE_RESOURCE,
  'resources-subscribe': 'entries never change, so there is nothing to subscribe to',
  'resources-unsubscribe': 'entries never change, so there is nothing to subscribe to',
  'prompts-get-simple': SAMPLE_PROMPT,
  'prompts-get-with-args': SAMPLE_PROMPT,
  'prompts-get-embedded-resource': SAMPLE_PROMPT,
  'prompts-get-with-image': SAMPLE_PROMPT,
  'http-custom-header-server-validation': SAMPLE_TOOL,
  'input-required-result-basic-elicitation': SAMPLE_TOOL,
  'input-required-result-basic-sampling': SAMPLE_TOOL,
  'input-required-result-basic-list-roots': SAMPLE_TOOL,
  'input-required-result-request-state': SAMPLE_TOOL,
  'input-required-result-multiple-input-requests': SAMPLE_TOOL,
  'input-required-result-multi-round': SAMPLE_TOOL,
  'input-required-result-non-tool-request': SAMPLE_PROMPT,
  'input-required-result-result-type': SAMPLE_TOOL,
  'input-required-result-tampered-state': SAMPLE_TOOL,
  'input-required-result-capability-check': SAMPLE_TOOL,
}

const OURS: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'resources-list',
    'prompts-list',
    'sep-2164-resource-not-found',
    'dns-rebinding-protection',
    'caching',
    'http-header-validation',
    'input-required-result-missing-input-response',
    'input-required-result-unsupported-methods',
    'input-required-result-ignore-extra-params',
    'input-required-result-validate-input',
  ],
}

const suite = findSuite()
const untried = 'command' in suite ? null : suite.reason
if (untried !== null) console.warn(`\n!!! SKIPPED: the MCP conformance suite did not run: ${untried}\n`)

describe.skipIf(untried !== null)('the conformance suite', () => {
  const home = tempDir()
  const cwd = scratchRepo().dir
  let entry: HttpEntry
  const found = new Map<string, Map<string, Check[]>>()

  beforeAll(async () => {
    dogear(['save', 'auth', '--task', 'T', '--next', 'Run `make`', '--done', 'a.ts'], { cwd, home })
    entry = await serveHttp({ cwd, env: cleanEnv(home) })
    if (!('command' in suite)) return
    const runs = Object.keys(OURS).map(async (revision) => {
      const { command } = suite
      const run = { command, url: entry.url, revision, env: cleanEnv(home), into: tempDir() }
      found.set(revision, await runSuite(run))
    })
    await Promise.all(runs)
  })
  afterAll(() => entry?.close())

  test.each(Object.entries(OURS))('of %s passes where it is about us', (revision, scenarios) => {
    for (const scenario of scenarios) {
      const checks = found.get(revision)?.get(scenario) ?? []
      expect(checks.filter(isWrong), scenario).toEqual([])
      expect(checks.filter(({ status }) => status === 'SUCCESS').length, scenario).toBeGreaterThan(0)
    }
  })

  test.each(Object.keys(OURS))('of %s finds nothing wrong that we have not explained', (revision) => {
    const wrong = [...(found.get(revision) ?? [])].filter(([, checks]) => checks.some(isWrong))
    expect(wrong.map(([scenario]) => scenario).filter((scenario) => !(scenario in NOT_OURS))).toEqual([])
  })

  test('fails in every scenario that we have explained, so that the list only shrinks', () => {
    const all = [...found.values()].flatMap((scenarios) => [...scenarios])
    const wrong = new Set(all.filter(([, checks]) => checks.some(isWrong)).map(([scenario]) => scenario))
    expect(Object.keys(NOT_OURS).filter((scenario) => !wrong.has(scenario))).toEqual([])
  })
})

/** The suite counts what it could not try for want of a sample tool as failed, and says so. */
function isWrong({ status, errorMessage }: Check): boolean {
  return status === 'FAILURE' && !errorMessage?.startsWith('Not testable: server does not list the diagnostic tool')
}
