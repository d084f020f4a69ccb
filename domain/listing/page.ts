/** How many items a list of `limit` items reads: one more than it shows states whether there are others. */
export const readLimitOf = (limit: number): number => limit + 1

/** What a list shows of the items that it has read, and whether there are others. */
export const shownOf = <T>(
  read: readonly T[],
  limit: number,
): { readonly items: readonly T[]; readonly more: boolean } => ({
  items: read.slice(0, limit),
  more: read.length > limit,
})
