import { noSuchPage } from '../../route/cursors.ts'
import type { RequestedPage } from '../../route/paged.ts'

/**
 * An item is about half a kilobyte, and the longest list, the endpoints of one provider, has some hundred: a quarter of
 * a megabyte (Spec 4.9: "full endpoint list of the provider").
 */
export const PAGE_LIMIT = { maximum: 1000, default: 'all' } as const

/**
 * A page of a list that is held in memory and whose items have a key each: the cursor keeps the key of the last item
 * that was read.
 */
export function pageOfAll<T>(all: readonly T[], keyOf: (one: T) => string, page: RequestedPage) {
  const key = page.after()
  const at = key === null ? -1 : all.findIndex((one) => keyOf(one) === key)
  // The catalog has changed since.
  if (key !== null && at < 0) throw noSuchPage()
  return page.of(all.slice(at + 1), { present: (one) => one, positionOf: keyOf })
}
