/**
 * Works on every item, at most `atOnce` at a time, in their order; the results have the same order. An error of `work`
 * ends it.
 */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results = new Map<number, Result>()
  const waiting = items.entries()
  const lane = async (): Promise<void> => {
    for (const [index, item] of waiting) results.set(index, await work(item, index))
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane))
  return [...results].toSorted(([left], [right]) => left - right).map(([, result]) => result)
}
