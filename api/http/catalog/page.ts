import { noSuchPage } from '../../route/cursors.ts'
import type { RequestedPage } from '../../route/paged.ts'

/** An endpoint's item is about half a kilobyte. */
export const PAGE_LIMIT = { maximum: 1000, default: 200 } as const

/**
 * A page of a list that is held in memory and whose items have a key each: the cursor keeps the key of the last item
 * that was read.
 */
export function pageOfAll<T>(all: readonly T[], keyOf: (one: T) => string, page: RequestedPage) {
  const key = page.after()
  const at = key === null ? -1 : all.findIndex((one) => keyOf(one) === key)
  // The catalog has changed since.
  if (key !== null && at < 0) throw noSuchPage()
  return page.of(all.slice(at + 1), { present: (one) => one, placeOf: keyOf })
}
