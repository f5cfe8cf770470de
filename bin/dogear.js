#!/usr/bin/env node
'use strict'

const dist = `${__dirname}/../dist`
if (process.platform === 'win32') refuse()
else run()

function run() {
  try {
    require(`${dist}/boot.cjs`).start({ dist, word: process.argv[2], env: process.env, require })
  } catch (error) {
    const fs = require('node:fs')
    // Only a missing build is explained here; any other error is the program's own.
    if (fs.existsSync(`${dist}/program.cjs`)) throw error
    const path = require('node:path')
    fs.writeSync(2, `dogear is not built yet: run \`npm start\` in ${path.dirname(__dirname)}\n`)
    process.exitCode = 70
  }
}

/** As the program reports its errors (src/cli/report-error.ts). What was never tried there must not touch anybody's files. */
function refuse() {
  const error = {
    code: 'usage',
    message: 'dogear does not run on Windows yet',
    expected: 'Linux or macOS; WSL counts as Linux',
    next: 'install and run it inside WSL: wsl npm install -g dogear',
  }
  const lines = [`dogear: ${error.message}`, `  expected: ${error.expected}`, `  next: ${error.next}`]
  const isJson = process.argv.includes('--json')
  require('node:fs').writeSync(isJson ? 1 : 2, `${isJson ? JSON.stringify({ error }) : lines.join('\n')}\n`)
  process.exitCode = 2
}
