/**
 * The last few of something that was read, by path. Each takes the place of the oldest: in a Map that is filled and emptied
 * a thousand times over, what was taken out stays in memory until the whole heap is collected.
 */
export class Few<T> {
  readonly #held: { path: string; value: T }[] = []
  readonly #most: number
  #oldest = 0

  constructor(most: number) {
    this.#most = most
  }

  get(path: string): T | undefined {
    return this.#held.find((one) => one.path === path)?.value
  }

  put(path: string, value: T): void {
    const known = this.#held.find((one) => one.path === path)
    if (known) {
      known.value = value
      return
    }
    this.#held[this.#oldest] = { path, value }
    this.#oldest = (this.#oldest + 1) % this.#most
  }
}
