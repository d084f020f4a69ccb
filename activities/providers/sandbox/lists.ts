import type { JsonObject } from '../../../domain/json/json.ts'

/**
 * The requested number of members, counted from 1 over all pages: page two continues where page one of the same request
 * ended.
 */
export function listOf<T>(input: JsonObject, limitDefault: number, member: (position: number) => T): T[] {
  const limit = typeof input.limit === 'number' ? input.limit : limitDefault
  const page = typeof input.page === 'number' ? input.page : 1
  return Array.from({ length: limit }, (_, index) => member((page - 1) * limit + index + 1))
}

/** One of the values that the input names, in turn. */
export const cycle = (choices: readonly string[], position: number): string | undefined =>
  choices[(position - 1) % Math.max(1, choices.length)]
