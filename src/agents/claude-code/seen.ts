/** Which record ids were met, in fixed memory: at least the latest 65,536, each as two 32-bit numbers. */

const SLOTS = 1 << 17
const FULL = SLOTS / 2

export interface Seen {
  /** True if it was there already. */
  add(id: string): boolean
}

interface Table {
  keys: Int32Array
  /** 0: free. */
  checks: Int32Array
  size: number
}

export function rememberIds(): Seen {
  let [current, previous] = [makeTable(), makeTable()]
  return {
    add(id) {
      let [key, check] = [0x811c9dc5 | 0, 0x41c6ce57]
      for (let i = 0; i < id.length; i++) {
        const unit = id.charCodeAt(i)
        key = Math.imul(key ^ unit, 0x01000193)
        check = Math.imul(check ^ unit, 0x5bd1e995)
      }
      key ^= key >>> 15
      check = (check ^ (check >>> 13)) | 1
      const slot = find(current, key, check)
      if (slot < 0 || find(previous, key, check) < 0) return true
      current.keys[slot] = key
      current.checks[slot] = check
      if (++current.size === FULL) [current, previous] = [makeTable(), current]
      return false
    },
  }
}

function makeTable(): Table {
  return { keys: new Int32Array(SLOTS), checks: new Int32Array(SLOTS), size: 0 }
}

/** The free slot where it belongs, or -1 if it is there. */
function find({ keys, checks }: Table, key: number, check: number): number {
  for (let slot = key & (SLOTS - 1); ; slot = (slot + 1) & (SLOTS - 1)) {
    if (checks[slot] === 0) return slot
    if (checks[slot] === check && keys[slot] === key) return -1
  }
}
