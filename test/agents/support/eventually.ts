/** Waits until something holds; when it never does, says what was waited for and what there was instead. */
export async function eventually(what: string, holds: () => boolean, seen: () => string, ms = 40_000): Promise<void> {
  const end = Date.now() + ms
  while (!holds()) {
    if (Date.now() > end)
      throw new Error(`waited ${ms / 1000} s in vain for ${what}; there was:\n${seen().slice(-3000)}`)
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
