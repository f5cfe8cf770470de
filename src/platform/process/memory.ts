/** Memory of this process, where it goes through a hundred thousand things one by one. */

/**
 * While `work` runs, the heap grows in small steps, and the room for what is new and soon forgotten not at all: by itself that grows to
 * 32 MB and more (64 from Node 24 on), and garbage waits until there are some 40 MB of it, which only saves collections. A Node
 * that does not know of these goes on as ever.
 */
export async function inLittleRoom<T>(work: () => Promise<T>): Promise<T> {
  setFlags(['--semi-space-growth-factor=1', '--heap-growing-percent=40'])
  try {
    return await work()
  } finally {
    setFlags(['--semi-space-growth-factor=2', '--heap-growing-percent=0'])
  }
}

function setFlags(flags: readonly string[]): void {
  try {
    const { setFlagsFromString } = process.getBuiltinModule('node:v8')
    for (const flag of flags) setFlagsFromString(flag)
  } catch {
    // Then it takes more room.
  }
}
