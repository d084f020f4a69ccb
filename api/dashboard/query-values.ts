import { Problem } from '../errors/problem.ts'

/** The query value when it is one of the known words, otherwise null: URLs are also written by hand. */
export const oneWordOf = <W extends string>(words: readonly W[], value: string | undefined): W | null =>
  words.find((word) => word === value) ?? null

const DAY_MS = 86_400_000

/** A page's last day is included, and the end of a route is not: the next day, or what is no day as it came. */
export function dayAfter(day: string): string {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : NaN
  return Number.isNaN(ms) ? day : new Date(ms + DAY_MS).toISOString().slice(0, 10)
}

/** A faulty query is reported next to its form; any other error gets its own page. */
export function asInvalidRequest(thrown: unknown): Problem {
  if (thrown instanceof Problem && thrown.code === 'invalid_request') return thrown
  throw thrown
}
