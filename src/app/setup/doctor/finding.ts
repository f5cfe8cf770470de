/** One thing that was looked at, and what was found. */
export interface Finding {
  id: string
  /** Nothing needs to be done. */
  ok: boolean
  /** `note`: so it is. `warn`: it works, but not as well as it could. */
  status: 'ok' | 'note' | 'warn' | 'broken'
  message: string
  /** The command that mends it, or the one thing to do. */
  next?: string
}

export function ok(id: string, message: string): Finding {
  return { id, ok: true, status: 'ok', message }
}

export function note(id: string, message: string): Finding {
  return { id, ok: true, status: 'note', message }
}

export function warn(id: string, message: string, next: string): Finding {
  return { id, ok: false, status: 'warn', message, next }
}

export function broken(id: string, message: string, next: string): Finding {
  return { id, ok: false, status: 'broken', message, next }
}
