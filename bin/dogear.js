#!/usr/bin/env node
'use strict'

const dist = `${__dirname}/../dist`
try {
  require(`${dist}/boot.cjs`).start({ dist, word: process.argv[2], env: process.env, require })
} catch (error) {
  const fs = require('node:fs')
  // Only a missing build is explained here; any other error is the program's own.
  if (fs.existsSync(`${dist}/program/main.cjs`)) throw error
  const path = require('node:path')
  fs.writeSync(2, `dogear is not built yet: run \`npm start\` in ${path.dirname(__dirname)}\n`)
  process.exitCode = 70
}
