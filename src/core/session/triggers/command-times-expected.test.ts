import { expect, test } from 'vitest'
import { durationKey, expectSeconds, median } from './command-times.js'

const never = (): number[] => []
const LONG = 30

test.each([
  'npm ci',
  'npm install',
  'cd web && npm ci',
  'CI=1 npm ci 2>&1 | tail -5',
  'sudo apt-get install -y clang',
  'pnpm i',
  'docker build -t app .',
  'docker compose up --build',
  'cargo build --release',
  'cargo test',
  'pytest',
  'python -m pytest -x',
  'npm test',
  'npm run build',
  './gradlew build',
  'mvn -q verify',
  'make',
  'make -j8 test',
  'cmake --build build',
  'terraform apply -auto-approve',
  'terraform plan',
  'git clone https://github.com/a/b',
  'sleep 60',
  'sleep 2m',
  'npx playwright test',
  'ansible-playbook site.yml',
  'go test ./...',
  'pip install -r requirements.txt',
  'gh run watch 12',
  'bazel test //...',
  'git status && npm ci',
  'sleep 20; sleep 20',
])('%j takes more than half a minute [C9]', (command) => {
  expect(expectSeconds(command, never)?.seconds).toBeGreaterThan(LONG)
})

test.each([
  'ls',
  'git status',
  'git commit -m "npm ci was slow"',
  'echo npm ci',
  'npm ls',
  'npm view x version',
  'npm test -- src/auth.test.ts',
  'npx vitest run src/a.test.ts',
  'cargo fmt',
  'docker build --help',
  'terraform validate',
  'terraform apply --dry-run',
  'sleep 5',
  'sleep 600 &',
  'cat Makefile',
  'grep -r "docker build" .',
  'make clean',
  'pytest --collect-only',
  'node script.js',
  '',
])('%j does not [C9]', (command) => {
  expect(expectSeconds(command, never)?.seconds ?? 0).toBeLessThanOrEqual(LONG)
})

test('how long the same command took before counts more than its kind [C9]', () => {
  const before = (key: string): number[] => (key === 'npm ci' ? [4, 5, 90] : key === './deploy.sh prod' ? [200] : [])
  expect(expectSeconds('cd web && npm ci 2>&1', before)).toEqual({ seconds: 5, from: 'before' })
  expect(expectSeconds('./deploy.sh prod | tee log', before)).toEqual({ seconds: 200, from: 'before' })
  expect(expectSeconds('npm ci && ./deploy.sh prod', before)).toEqual({ seconds: 205, from: 'before' })
  expect(expectSeconds('./deploy.sh staging', before)).toBeNull()
})

test('the key of a command is the same however it was started', () => {
  for (const command of ['npm ci', ' npm  ci ', 'cd /x && npm ci', 'time npm ci', 'A=1 B=2 npm ci', 'npm ci | tail'])
    expect(durationKey(command)).toBe('npm ci')
})

test('the median is the middle one, of two the smaller, of none nothing', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([9, 1])).toBe(1)
  expect(median([])).toBeNull()
})
