// The results as Markdown tables.
import { cpus } from 'node:os'
import { DEVICE_WINS_MS, MAX_MB } from './cases.mjs'

export function printReport(report) {
  const { rounds, results, builds, worst, devices } = report
  return [
    printMachine(rounds, results),
    '',
    '### Whole process, as a multiple of `node -e 0` (median, 25th percentile in brackets)',
    '',
    printMatrix(results, printRatio, true),
    '',
    '### Milliseconds (median) and peak memory',
    '',
    printMatrix(results, (one) => `${one.median.toFixed(0)} ms, ${one.peakMb.toFixed(0)} MB`, false),
    '',
    '### First search: the index is built in one pass',
    '',
    printTable(['entries', 'seconds', 'peak memory', ''], builds.map(printBuild)),
    ...(worst.length === 0 ? [] : ['', '### Other shapes', '', printMatrix(worst, printRatio, true)]),
    '',
    '### Package',
    '',
    printTable(['', 'MB', 'target', ''], report.package.map(printSize)),
    '',
    `### What \`resume NAME\` takes longer without it, in an everyday home (≥ ${DEVICE_WINS_MS} ms, or it goes)`,
    '',
    printTable(
      ['device', 'ms', ''],
      devices.map(({ name, ms, ok }) => [name, ms.toFixed(1), ok ? '✓' : '✗']),
    ),
  ].join('\n')
}

/** The main table alone, with what it leaves out in two lines. */
export function printForReadme({ rounds, results, builds }) {
  const peak = Math.max(...results.map((one) => one.peakMb), ...builds.map((one) => one.peakMb))
  const built = builds.map(({ size, ms }) => `${(ms / 1000).toFixed(1)} s for ${size}`).join(', ')
  return [
    printMatrix(results, (one) => one.ratio.toFixed(2), true),
    '',
    `${printMachine(rounds, results)} First search, which builds the index: ${built}. Peak memory of any of these: ${peak.toFixed(0)} MB (target: under ${MAX_MB}).`,
  ].join('\n')
}

function printMachine(rounds, results) {
  const bare = results.filter((one) => one.name === 'node -e 0').map((one) => one.median)
  const [cpu] = cpus()
  return `Node ${process.version}, ${process.platform}, ${cpus().length} × ${cpu?.model ?? 'unknown'}, ${rounds} rounds; a bare start took ${Math.min(...bare).toFixed(0)} to ${Math.max(...bare).toFixed(0)} ms.`
}

/** Commands down, sizes across. */
function printMatrix(results, printCell, withTargets) {
  const sizes = [...new Set(results.map((one) => one.size))]
  const names = [...new Set(results.map((one) => one.name))].filter((name) => name !== 'node -e 0')
  const rows = names.map((name) => {
    const own = results.filter((one) => one.name === name)
    const cells = sizes.map((size) => {
      const one = own.find((each) => each.size === size)
      return one ? printCell(one) : ''
    })
    return [code(name), ...cells, ...(withTargets ? [printTarget(own[0].target), printVerdict(own)] : [])]
  })
  const heads = sizes.map((size, i) => (i === 0 && /^[\d,]+$/.test(size) && withTargets ? `${size} entries` : size))
  return printTable(['command', ...heads, ...(withTargets ? ['target', ''] : [])], rows)
}

function printRatio(one) {
  return `${one.ratio.toFixed(2)} (${one.ratioP25.toFixed(2)})`
}

function printTarget(target) {
  if (!target) return ''
  return `≤ ${target.times}${target.growth ? `, growth ≤ ${target.growth}` : ''}`
}

function printVerdict(own) {
  const wrong = own.filter((one) => one.ok !== true)
  if (wrong.length > 0) return `✗ ${wrong.map((one) => `${one.size}: ${one.ok}`).join('; ')}`
  return own[0].target ? '✓' : ''
}

function printSize({ name, bytes, most, ok }) {
  return [name, (bytes / 1e6).toFixed(2), `≤ ${most / 1e6}`, ok === true ? '✓' : `✗ ${ok}`]
}

function printBuild({ size, ms, peakMb }) {
  return [size, (ms / 1000).toFixed(1), `${peakMb.toFixed(0)} MB`, peakMb > MAX_MB ? `✗ over ${MAX_MB} MB` : '✓']
}

function printTable(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function code(name) {
  const [command, ...rest] = name.split(', ')
  return [`\`${command}\``, ...rest].join(', ')
}
