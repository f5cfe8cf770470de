// Loaded before the program (node -r): the clock of the process starts at DOGEAR_TEST_CLOCK (ms since 1970).
'use strict'
const RealDate = Date
const shift = Number(process.env.DOGEAR_TEST_CLOCK) - RealDate.now()

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + shift)
    else super(...parts)
  }

  static now() {
    return RealDate.now() + shift
  }
}
