import Type from 'typebox'
import type { Static } from 'typebox'
import { Problem } from '../../problem.ts'
import { closed, pageLimit } from '../../schemas/common.ts'

const LIMIT_DEFAULT = 200
/** An endpoint's item is about half a kilobyte. */
const LIMIT_MAX = 1000

export const PageQuery = closed({
  limit: pageLimit({ maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, description: '`next_cursor` of the page before.' })),
})

/** A page of a list that is held in memory and whose items have a key each: the cursor names the last one that was read. */
export function pageOf<T>(all: readonly T[], keyOf: (one: T) => string, { limit = LIMIT_DEFAULT, cursor }: Static<typeof PageQuery>) {
  const start = cursor === undefined ? 0 : 1 + placeOf(all, keyOf, cursor)
  const page = all.slice(start, start + limit)
  const last = page.at(-1)
  return { page, next_cursor: last === undefined || start + limit >= all.length ? null : Buffer.from(keyOf(last)).toString('base64url') }
}

function placeOf<T>(all: readonly T[], keyOf: (one: T) => string, cursor: string): number {
  const key = Buffer.from(cursor, 'base64url').toString()
  const at = all.findIndex((one) => keyOf(one) === key)
  if (at < 0) throw new Problem('invalid_request', 'There is no such page: the cursor is none that was given out, or the catalog has changed.', { param: '/cursor' })
  return at
}
