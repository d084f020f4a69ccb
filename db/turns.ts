import { setImmediate as turnOfOthers } from 'node:timers/promises'

/** How long one piece of work may keep others waiting; a step that runs over is not interrupted. */
const TURN_MS = 10

/** Answers a function to call between steps of work: it waits for the others once a turn is used up, and otherwise goes on. */
export function takingTurns(): () => Promise<void> {
  let endsAt = performance.now() + TURN_MS
  return async () => {
    if (performance.now() < endsAt) return
    await turnOfOthers()
    endsAt = performance.now() + TURN_MS
  }
}

/**
 * Runs work that yields between its steps, and lets other requests have their turn every few milliseconds. A step should take
 * about a millisecond. Throws what the work throws.
 */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const endsAt = performance.now() + TURN_MS
    let step = work.next()
    while (step.done !== true && performance.now() < endsAt) step = work.next()
    if (step.done === true) return step.value
    await turnOfOthers()
  }
}

/** Runs the same work without a pause. */
export function atOnce<Result>(work: Generator<void, Result>): Result {
  let step = work.next()
  while (step.done !== true) step = work.next()
  return step.value
}

/** What `of` makes of every item, a step for each. */
export function* mapping<Item, Result>(items: Iterable<Item>, of: (item: Item) => Result): Generator<void, Result[]> {
  const made: Result[] = []
  for (const item of items) {
    made.push(of(item))
    yield
  }
  return made
}
