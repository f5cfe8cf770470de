#!/usr/bin/env node
'use strict'

const path = require('node:path')

const program = path.join(__dirname, '../dist/cli/main.cjs')
try {
  if (!require('../dist/boot.cjs').start(program, process.argv[2], process.env)) require(program)
} catch (error) {
  const fs = require('node:fs')
  // Only a missing build is explained here; any other error is the program's own.
  if (fs.existsSync(program)) throw error
  fs.writeSync(2, `dogear is not built yet: run \`npm start\` in ${path.dirname(__dirname)}\n`)
  process.exitCode = 70
}
