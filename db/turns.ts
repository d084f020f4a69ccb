import { setImmediate as othersTurn } from 'node:timers/promises'

/** Half of what a bystander would notice is left to the step that runs over. */
const TURN_MS = 10

/**
 * Runs work that yields between its steps, and lets other requests have their turn every few milliseconds. A step should take
 * about a millisecond: it is not interrupted. Throws what the work throws.
 */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const endsAt = performance.now() + TURN_MS
    let step = work.next()
    while (step.done !== true && performance.now() < endsAt) step = work.next()
    if (step.done === true) return step.value
    await othersTurn()
  }
}

/** Runs the same work without a pause. */
export function atOnce<Result>(work: Generator<void, Result>): Result {
  let step = work.next()
  while (step.done !== true) step = work.next()
  return step.value
}
