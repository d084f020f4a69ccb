import { Problem } from '../problem.ts'

/** A word of an address where it is one of these, and null otherwise: addresses are written by hand too. */
export const oneWordOf = <W extends string>(words: readonly W[], asked: string | undefined): W | null => words.find((word) => word === asked) ?? null

/** What is wrong with a question is said beside it; anything else is a page of its own. */
export function refusedQuestion(thrown: unknown): Problem {
  if (thrown instanceof Problem && thrown.code === 'invalid_request') return thrown
  throw thrown
}
