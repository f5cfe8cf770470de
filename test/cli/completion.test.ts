/** The scripts in the shells they are for. Shells that are not here are skipped, and say so. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { checkout } from '../support/checkout.js'
import { cleanEnv, dogear, scratchRepo, tempDir, type Repo } from '../support/world.js'

let repo: Repo
let home: string
let env: Record<string, string>

beforeAll(() => {
  repo = scratchRepo()
  home = tempDir()
  const bin = join(tempDir(), 'bin')
  mkdirSync(bin)
  writeFileSync(
    join(bin, 'dogear'),
    `#!/bin/sh\nexec "${process.execPath}" "${join(checkout, 'bin', 'dogear.js')}" "$@"\n`,
  )
  chmodSync(join(bin, 'dogear'), 0o755)
  env = { ...cleanEnv(home), PATH: `${bin}:${cleanEnv(home)['PATH'] ?? ''}` }
  for (const name of ['auth-refactor', 'auth-docs', 'billing'])
    dogear(['save', name, '--next', 'Run npm test'], { cwd: repo.dir, home })
  dogear(['clear', 'billing'], { cwd: repo.dir, home })
})

/** What bash would offer for the line; the last word is the one being typed. */
function offered(...words: string[]): string[] {
  const script = `eval "$(dogear completion bash)"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _dogear; printf '%s\\n' "\${COMPREPLY[@]}"`
  const ran = spawnSync('bash', ['--norc', '-c', script, 'bash', ...words], { cwd: repo.dir, env, encoding: 'utf8' })
  expect(ran.stderr).toBe('')
  return ran.stdout.split('\n').filter(Boolean)
}

test('bash offers commands and their aliases', () => {
  expect(offered('dogear', 're')).toEqual(['resume', 'relay', 'restore', 'rename'])
  expect(offered('dogear', 'ch')).toEqual(['checkpoint'])
  expect(offered('dogear', '__')).toEqual([])
})

test('bash offers the live workstreams by name', () => {
  expect(offered('dogear', 'resume', '').toSorted()).toEqual(['auth-docs', 'auth-refactor'])
  expect(offered('dogear', 'continue', 'auth-r')).toEqual(['auth-refactor'])
  expect(offered('dogear', 'search', 'x', '--name', 'auth-d')).toEqual(['auth-docs'])
})

test('bash offers flags, their values, actions and files', () => {
  expect(offered('dogear', 'save', '--le')).toEqual(['--left-off'])
  expect(offered('dogear', 'save', '--names', '')).toEqual(['lower', 'ask', 'strict'])
  expect(offered('dogear', 'save', 'x', '--from', 'READ')).toEqual(['README.md'])
  expect(offered('dogear', 'save', 'x', '--next', '')).toEqual([])
  expect(offered('dogear', 'trash', 'p')).toEqual(['purge'])
  expect(offered('dogear', 'help', 'hi')).toEqual(['history'])
  expect(offered('dogear', 'completion', '')).toEqual(['bash', 'zsh', 'fish'])
  expect(offered('dogear', 'import', 'READ')).toEqual(['README.md'])
})

test('the names are silent where nothing was ever saved', () => {
  expect(dogear(['__names'], { cwd: tempDir(), home: tempDir() })).toMatchObject({ code: 0, stdout: '', stderr: '' })
})

test('a shell nobody wrote a script for is refused', () => {
  expect(dogear(['completion', 'tcsh'], { cwd: repo.dir, home })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('bash, zsh or fish') as string,
  })
  expect(dogear(['completion', 'constructor'], { cwd: repo.dir, home }).code).toBe(2)
})

const CHECKS = { bash: '-n', zsh: '-n', fish: '--no-execute' }

const isMissing = (shell: string): boolean => spawnSync(shell, ['--version'], { env }).error !== undefined

for (const [shell, flag] of Object.entries(CHECKS)) {
  test(`${shell} accepts its script`, ({ skip }) => {
    const script = dogear(['completion', shell], { cwd: repo.dir, home }).stdout
    expect(script).toContain('__names')
    skip(isMissing(shell), `${shell} is not installed here: its script was not checked`)
    const path = join(tempDir(), `dogear.${shell}`)
    writeFileSync(path, script)
    expect(spawnSync(shell, [flag, path], { env, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  })
}

test('fish offers the live workstreams by name', ({ skip }) => {
  skip(isMissing('fish'), 'fish is not installed here')
  const script = 'dogear completion fish | source; complete -C "dogear resume "'
  const ran = spawnSync('fish', ['--no-config', '-c', script], { cwd: repo.dir, env, encoding: 'utf8' })
  expect(ran.stdout.split('\n').filter(Boolean).toSorted()).toEqual(['auth-docs', 'auth-refactor'])
})

/** Types into a zsh of its own, because that completes only where somebody types; waits for what it shows. */
const ZSH = `
zmodload zsh/zpty
zpty -b shell zsh -f -i
say() { zpty -w -n shell "$1" }
until_shown() {
  local shown part
  for i in {1..100}; do
    while zpty -r -t shell part; do shown+=$part; done
    [[ $shown == *$1* ]] && break
    sleep 0.1
  done
  print -r -- "$shown"
}
say $'fpath=('$1$' $fpath); autoload -Uz compinit; compinit -u -D; print re''ady\n'
until_shown ready > /dev/null
say $'dogear resume auth-\t\t'
until_shown auth-refactor
`

test('zsh offers the live workstreams by name', ({ skip }) => {
  skip(isMissing('zsh'), 'zsh is not installed here')
  const folder = tempDir()
  writeFileSync(join(folder, '_dogear'), dogear(['completion', 'zsh'], { cwd: repo.dir, home }).stdout)
  const ran = spawnSync('zsh', ['-f', '-c', ZSH, 'zsh', folder], { cwd: repo.dir, env, encoding: 'utf8' })
  expect(ran.stdout).toContain('auth-docs')
  expect(ran.stdout).toContain('auth-refactor')
})
