/** Pinned to package.json by a test, so that no run has to read that file. */
export const VERSION = '0.1.0'
