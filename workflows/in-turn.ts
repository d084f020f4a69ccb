import { type Caller, createFairQueue, type Place } from '../domain/shares/fair-queue.ts'

/** Calls of nobody in particular. */
const NOBODY: Caller = { key: '', environment: 'live' }

/**
 * Lets so many calls run at once and keeps the others waiting, those of each caller in order and the callers in turns. A server
 * that is asked for everything at once answers everything late: past their deadline, calls would be lost that it could have
 * served one after the other.
 */
export function inTurn(atOnceMax: number, waitingMax: number) {
  const queue = createFairQueue<(place: Place) => void>({ places: atOnceMax, waitingMax, waitingOfCallerMax: waitingMax })
  let calls = 0

  function placeFor(caller: Caller): Place | Promise<Place> {
    const turn = Promise.withResolvers<Place>()
    const offered = queue.offer(caller, String(calls += 1), turn.resolve)
    if (offered.kind === 'full') throw new Error(`more than ${waitingMax} calls are waiting for their turn`)
    return offered.kind === 'now' ? offered.place : turn.promise
  }

  return async function run<T>(call: () => Promise<T>, caller: Caller = NOBODY): Promise<T> {
    const place = await placeFor(caller)
    try {
      return await call()
    } finally {
      for (const { item, place: next } of queue.release(place)) item(next)
    }
  }
}
