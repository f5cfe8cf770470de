import { expect, test } from 'vitest'
import { asks, factsOf, runs, texts } from '../../../testing/session-events.js'
import { hasPassed } from '../../entry/observed.js'
import { commandsIn } from './command-text.js'

test.each([
  ['cd "/w/my shop" && CI=1 npm test 2>&1 | tail -5', ['npm test']],
  ['npm run fmt && npm run lint; true || echo no', ['npm run fmt', 'npm run lint', 'true', 'echo no']],
  ["python3 - <<'EOF'\nprint(1)\nEOF", []],
  ["mkdir -p a && cat > a/b.ts <<'EOF'\nmake test\nEOF\nnpm test -- a", ['mkdir -p a', 'npm test -- a']],
  ["cat > a.ts <<'EOF'\nmake test", []],
  ['python3 -c "import os"; node -e "1"; pytest -k "a && b"', ['pytest -k "a && b"']],
  ['timeout 60 cargo test > out.txt 2>/dev/null &', ['cargo test']],
  ['for f in *; do echo "$f', ['for f in *']],
  ['show $c --format=%B); make', ['make']],
  ['kind=$(git cat-file -p "$blob" | python3 -c "print(f(1).get(2))"); make', ['make']],
  ['go test ./... \\\n  -run X', ['go test ./... -run X']],
])('%s', (command, parts) => {
  expect(commandsIn(command).map(({ text }) => text)).toEqual(parts)
})

test('a chain is taken apart, each with its result and the folder it ran in', () => {
  const { commands } = factsOf(
    asks('Check it'),
    runs('cd web && npm run lint && npm test 2>&1 | tail -3', true, '12 passed'),
    runs('npm run build', false, 'Error: no'),
    runs('git status', true),
    runs('ls src; cat a.ts; break', true),
  ).fields
  expect(texts(commands).toSorted()).toEqual(['npm run build', 'npm run lint (in web)', 'npm test (in web)'])
  expect(
    commands
      ?.filter(hasPassed)
      .map(({ text }) => text)
      .toSorted(),
  ).toEqual(['npm run lint (in web)', 'npm test (in web)'])
})

test('a script that failed is called by what somebody would run again, and what was written for once is told by nothing', () => {
  const { failed } = factsOf(
    asks('Check it'),
    runs('chmod +x scripts/check.sh\ncd shop\n./scripts/check.sh', false, 'FAIL: block 2'),
    runs("mkdir -p a && cat > a/b.ts <<'EOF'\nx\nEOF\nnpx tsc -p a", false, 'error: no such type'),
    runs('git commit -m "$(cat <<\'EOF\'\nMend the gate\nEOF\n)"', false, 'error: cannot sign'),
    runs("python3 - <<'EOF'\nprint(x)\nEOF", false, "NameError: name 'x' is not defined"),
    runs('python3 -c "print(x)"', false, "NameError: name 'x' is not defined"),
  ).fields
  const told = ['./scripts/check.sh', 'git commit -m …', 'npx tsc -p a'].map((one) => `failing: \`${one}\``)
  expect(texts(failed).toSorted()).toEqual(told)
  const mended = factsOf(
    asks('Check it'),
    runs('chmod +x scripts/check.sh\ncd shop\n./scripts/check.sh', false, 'FAIL: block 2'),
    runs('./scripts/check.sh', true),
  ).fields
  expect(mended.failed).toEqual([])
})
