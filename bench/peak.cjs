// Preloaded into a measured process: notes its peak memory in KB at its end.
'use strict'
const fs = require('node:fs')

process.on('exit', () => fs.writeFileSync(process.env.BENCH_PEAK, String(peakKb())))

// On Linux ru_maxrss includes the memory of the process that started this one; VmHWM does not.
function peakKb() {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1])
  } catch {
    return process.resourceUsage().maxRSS
  }
}
