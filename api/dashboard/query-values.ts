import { Problem } from '../errors/problem.ts'

/** The query value when it is one of the known words, otherwise null: URLs are also written by hand. */
export const oneWordOf = <W extends string>(words: readonly W[], value: string | undefined): W | null =>
  words.find((word) => word === value) ?? null

/** A faulty query is reported beside its form; any other error gets its own page. */
export function asInvalidRequest(thrown: unknown): Problem {
  if (thrown instanceof Problem && thrown.code === 'invalid_request') return thrown
  throw thrown
}
