import { readLimitOf, shownOf } from '../../domain/listing/page.ts'
import type { Static, TObject } from 'typebox'
import { closed, PageCursor, type PageLimit, pageLimit } from '../schemas/common.ts'
import type { Cursors, ListName } from './cursors.ts'

/** How a route lists its items page by page, newest or first ones first. */
export interface Paged<Input> {
  readonly cursors: Cursors
  readonly limit: PageLimit
  /** Everything that distinguishes this list from all others, with its filters: a cursor belongs to one list. */
  readonly list: (input: Input) => ListName
}

/** The page that a request wants. */
export interface RequestedPage {
  readonly limit: number
  /** How many items the route reads: one more than the page shows states whether there is another. */
  readonly readLimit: number
  /** Where the page before ended; null: at the start. Throws `invalid_request` for the cursor of another list. */
  after(): string | null
  /** `next_cursor` for the position where this page ends; null at the end of the list. */
  cursorAt(position: string | null): string | null
  /** The answer, from the items that were read by `readLimit`. */
  of<T, Item>(
    found: readonly T[],
    shown: { readonly present: (one: T) => Item; readonly positionOf: (last: T) => string },
  ): { items: Item[]; next_cursor: string | null }
}

const WithoutPaging = closed({})

const pagingOf = (limit: Paged<never>['limit']) => closed({ limit: pageLimit(limit), cursor: PageCursor })
/** The paging members of a query. */
export type Paging = Static<ReturnType<typeof pagingOf>>

export type PagedQuery = ReturnType<typeof pagedQueryOf>

/** The query of a paged route: its filters, then `limit` and `cursor`. */
export function pagedQueryOf(filters: TObject | undefined, { limit }: Pick<Paged<never>, 'limit'>) {
  const paging = pagingOf(limit)
  return { paging, all: closed({ ...(filters ?? WithoutPaging).properties, ...paging.properties }) }
}

/** The page of a request, by its checked paging members. */
export function pageOf<Input>(
  { cursors, limit, list }: Paged<Input>,
  { input, paging }: { input: Input; paging: Paging },
): RequestedPage {
  const name = (): ListName => list(input)
  const cursorAt: RequestedPage['cursorAt'] = (position) => (position === null ? null : cursors.write(name(), position))
  const size = paging.limit ?? (limit.default === 'all' ? Infinity : limit.default)
  return {
    limit: size,
    readLimit: readLimitOf(size),
    after: () => cursors.read(name(), paging.cursor),
    cursorAt,
    of(found, { present, positionOf }) {
      const { items, more } = shownOf(found, size)
      const last = items.at(-1)
      return {
        items: items.map(present),
        next_cursor: more && last !== undefined ? cursorAt(positionOf(last)) : null,
      }
    },
  }
}
