import { AsyncLocalStorage } from 'node:async_hooks'
import { isDatabaseUnavailable, isStatementTimeout } from '../../db/database-errors.ts'

export interface BatchWork<Key, Item, Answer> {
  readonly nameOf: (key: Key) => string
  /** Does items in one statement; the answers have their order. */
  readonly work: (key: Key, items: readonly Item[]) => Promise<readonly Answer[]>
  /** Items of a statement at most. */
  readonly sizeMax: number
  /** What an item weighs, and what a statement of several items weighs at most. */
  readonly weightOf: (item: Item) => number
  readonly weightMax: number
}

interface Waiting<Item, Answer> {
  readonly item: Item
  /** Runs a function in the context of the item's caller: a statement belongs to the trace of its first item. */
  readonly inContext: ReturnType<typeof AsyncLocalStorage.snapshot>
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Work that takes turns anyway, because it locks one row: while a statement of a key is under way, the items of that
 * key wait, and the next statement does all of them in the order of arrival. An item that finds no statement under way
 * does not wait. When PostgreSQL refuses a statement of several items, each is done alone: an item never fails because
 * of another one. When the database is unavailable, all fail, and their callers try again.
 */
export function inBatches<Key, Item, Answer>(options: BatchWork<Key, Item, Answer>) {
  const queues = new Map<string, Waiting<Item, Answer>[]>()

  async function workOff(key: Key, queue: Waiting<Item, Answer>[]): Promise<void> {
    while (queue.length > 0) await doTogether(key, queue.splice(0, countOf(queue, options)))
    queues.delete(options.nameOf(key))
  }

  async function doTogether(key: Key, batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const items = batch.map(({ item }) => item)
      const answers = await (batch[0]?.inContext(() => options.work(key, items)) ?? [])
      if (answers.length !== batch.length) throw new Error('a batch has another number of answers than of items')
      batch.forEach(({ resolve }, index) => resolve(answers[index] as Answer))
    } catch (error) {
      if (batch.length > 1 && isRefused(error)) await Promise.all(batch.map((one) => doTogether(key, [one])))
      else batch.forEach(({ reject }) => reject(error))
    }
  }

  return (key: Key, item: Item): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const waiting = { item, inContext: AsyncLocalStorage.snapshot(), resolve, reject }
      const queue = queues.get(options.nameOf(key))
      if (queue !== undefined) {
        queue.push(waiting)
        return
      }
      const first = [waiting]
      queues.set(options.nameOf(key), first)
      void workOff(key, first)
    })
}

/** Work of one key that is done one after the other, in the order of arrival; that of other keys does not wait. */
export function serializeBy<Key>(nameOf: (key: Key) => string) {
  const last = new Map<string, Promise<unknown>>()
  return <Answer>(key: Key, work: () => Promise<Answer>): Promise<Answer> => {
    const name = nameOf(key)
    const answer = (last.get(name) ?? Promise.resolve()).then(work)
    const ended = answer.then(
      () => undefined,
      () => undefined,
    )
    last.set(name, ended)
    void ended.then(() => {
      if (last.get(name) === ended) last.delete(name)
    })
    return answer
  }
}

/** How many of the waiting items the next statement takes: one at least. */
function countOf<Item>(
  queue: readonly { readonly item: Item }[],
  { sizeMax, weightOf, weightMax }: Pick<BatchWork<unknown, Item, unknown>, 'sizeMax' | 'weightOf' | 'weightMax'>,
): number {
  let weight = 0
  const end = queue.findIndex(({ item }, index) => {
    weight += weightOf(item)
    return index > 0 && (index >= sizeMax || weight > weightMax)
  })
  return end < 0 ? queue.length : end
}

/** PostgreSQL has refused the statement: nothing of it is done, and the same for one item alone may be fine. */
const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && !isDatabaseUnavailable(error) && !isStatementTimeout(error)
