import type { Static } from 'typebox'
import { type Cursors, type ListName, noSuchPage } from '../../route/cursors.ts'
import { closed, PageCursor, pageLimit } from '../../schemas/common.ts'

const LIMIT_DEFAULT = 200
/** An endpoint's item is about half a kilobyte. */
const LIMIT_MAX = 1000

export const PageQuery = closed({
  limit: pageLimit({ maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
  cursor: PageCursor,
})

export interface HeldList<T> {
  /** Distinguishes this list from all others. */
  readonly name: ListName
  readonly all: readonly T[]
  readonly keyOf: (one: T) => string
}

/**
 * A page of a list that is held in memory and whose items have a key each: the cursor keeps the key of the last item
 * that was read.
 */
export function pageOf<T>(
  { name, all, keyOf }: HeldList<T>,
  { limit = LIMIT_DEFAULT, cursor }: Static<typeof PageQuery>,
  cursors: Cursors,
) {
  const key = cursors.read(name, cursor)
  const at = key === null ? -1 : all.findIndex((one) => keyOf(one) === key)
  // The catalog has changed since.
  if (key !== null && at < 0) throw noSuchPage()
  const start = at + 1
  const page = all.slice(start, start + limit)
  const last = page.at(-1)
  return {
    page,
    next_cursor: last === undefined || start + limit >= all.length ? null : cursors.write(name, keyOf(last)),
  }
}
