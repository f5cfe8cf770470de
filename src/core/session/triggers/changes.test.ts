import { expect, test } from 'vitest'
import { mayChange } from './changes.js'

test.each([
  'ls -la src',
  'cat app.js | head -20',
  'git status && git diff HEAD~1',
  'grep -rn "x" src 2>/dev/null',
  'npm test 2>&1 | tail -5',
  'npx vitest run a.test.ts',
  "sed -n '1,20p' app.js",
  'cd /tmp && ls',
])('a look changes nothing: %s', (command) => expect(mayChange(command)).toBe(false))

test.each([
  "sed -i 's/a/b/' app.js",
  'npm install express',
  'echo KEY=1 > .env',
  'cat x >> y',
  'git checkout -- app.js',
  'git stash',
  'python3 fix.py',
  'node migrate.js',
  'find . -name "*.pyc" -delete',
  'ls; rm -rf dist',
  'docker compose up -d',
  'echo $(make)',
  'npm run build',
  'curl -o data.json http://localhost',
  'sleep 1 & ./start.sh',
  'PORT=5 ./serve',
])('whatever may change something counts as a change: %s', (command) => expect(mayChange(command)).toBe(true))
