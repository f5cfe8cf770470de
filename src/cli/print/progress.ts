/**
 * How far something long has come, on standard error. In a terminal one line that is drawn over: a bar, how much, how long it will take.
 * Elsewhere a plain line now and then. What is over within a moment says nothing.
 */
import type { Output } from './output.js'

export interface Progress {
  /** `total`: of how many, as far as that is known; 0: it is not. */
  at(what: string, count: number, total: number): void
  /** Takes the line away again. */
  end(): void
}

interface Clock {
  /** As `performance.now()` counts. */
  nowMs: () => number
}

/** Before that nobody wonders whether anything happens. */
const FIRST_MS = 400
const REDRAW_MS = 100
const LINE_MS = 10_000
const BAR = 20

/** Null where nobody looks: with --quiet, and where a program reads the answer. */
export function makeProgress(
  { draw, warn, json, quiet, errorTerminal }: Pick<Output, 'draw' | 'warn' | 'json' | 'quiet' | 'errorTerminal'>,
  { nowMs }: Clock = { nowMs: () => performance.now() },
): Progress | null {
  if (json || quiet) return null
  const begunMs = nowMs()
  let [stage, stageMs, nextMs, isDrawn] = ['', begunMs, begunMs + (errorTerminal ? FIRST_MS : LINE_MS), false]
  return {
    at(what, count, total) {
      const ms = nowMs()
      if (what !== stage) [stage, stageMs] = [what, ms]
      if (ms < nextMs) return
      nextMs = ms + (errorTerminal ? REDRAW_MS : LINE_MS)
      const text = lineOf({ what, count, total, tookMs: ms - stageMs })
      if (errorTerminal) draw(`\r\u001b[K${text}`)
      else warn(text)
      isDrawn = true
    },
    end() {
      if (isDrawn && errorTerminal) draw('\r\u001b[K')
    },
  }
}

interface Standing {
  what: string
  count: number
  total: number
  tookMs: number
}

function lineOf({ what, count, total, tookMs }: Standing): string {
  if (total <= 0) return `${what} ${count}`
  // More may have come than was known of.
  const part = Math.min(1, count / total)
  const full = Math.round(part * BAR)
  const bar = `${'█'.repeat(full)}${'░'.repeat(BAR - full)}`
  const left = part > 0 && part < 1 ? `, ${durationOf((tookMs / part) * (1 - part))} left` : ''
  return `${what} ${bar} ${Math.floor(part * 100)} %, ${count} of ${Math.max(count, total)}${left}`
}

function durationOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
