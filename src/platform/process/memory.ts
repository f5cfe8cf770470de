/** Memory of this process, where it goes through a hundred thousand things one by one. */

/**
 * While `work` runs, room for what is new and soon forgotten stays as small as it is: by itself it grows to 32 MB and more (64 from
 * Node 24 on), which only saves collections. Any Node that does not know of it goes on as ever.
 */
export async function inLittleRoom<T>(work: () => Promise<T>): Promise<T> {
  setGrowth(1)
  try {
    return await work()
  } finally {
    setGrowth(USUAL_GROWTH)
  }
}

const USUAL_GROWTH = 2

function setGrowth(factor: number): void {
  try {
    process.getBuiltinModule('node:v8').setFlagsFromString(`--semi-space-growth-factor=${factor}`)
  } catch {
    // Then it takes more room.
  }
}
