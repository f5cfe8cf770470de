/** Where the session is, said when it changes. */
import { objectOf, present, textOf } from './values.js'
import type { Common, Emit } from './event.js'

const KEYS = ['session', 'cwd', 'branch', 'head', 'model'] as const

export type Where = Partial<Record<(typeof KEYS)[number], string>>

export interface WhereKeeper {
  say(now: { [K in keyof Where]: unknown }, common: Common): void
  state(): Where
}

export function keepWhere(emit: Emit, before: Where = {}): WhereKeeper {
  const known: Where = { ...before }
  return {
    say(now, common) {
      const changed = KEYS.flatMap((key) => {
        const value = textOf(now[key])
        return value === undefined || value === known[key] ? [] : [[key, value] as const]
      })
      if (changed.length === 0) return
      const news = Object.fromEntries(changed) as Where
      Object.assign(known, news)
      emit({ kind: 'where', ...news, ...common })
    },
    state: () => ({ ...known }),
  }
}

export function whereOf(value: unknown): Where {
  const state = objectOf(value)
  return present<Where>(Object.fromEntries(KEYS.map((key) => [key, textOf(state?.[key])])))
}
