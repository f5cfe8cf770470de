// Loaded before the program (node -r): the clock of the process starts at DOGEAR_TEST_CLOCK (ms since 1970), and again whenever
// that is set to something else.
'use strict'
const RealDate = Date
let [seen, shift] = [undefined, 0]

function now() {
  const start = process.env.DOGEAR_TEST_CLOCK
  if (start !== seen) [seen, shift] = [start, start === undefined ? 0 : Number(start) - RealDate.now()]
  return RealDate.now() + shift
}

now()
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(now())
    else super(...parts)
  }

  static now() {
    return now()
  }
}
