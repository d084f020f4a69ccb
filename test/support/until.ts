import { setTimeout as sleep } from 'node:timers/promises'

/** Asks again until the answer satisfies, and gives up after `seconds`; the last answer is in the error. */
export async function until<T>(ask: () => Promise<T>, satisfies: (answer: T) => boolean, seconds = 100): Promise<T> {
  const giveUpAt = Date.now() + seconds * 1000
  for (;;) {
    const answer = await ask()
    if (satisfies(answer)) return answer
    if (Date.now() > giveUpAt)
      throw new Error(`not reached within ${seconds} s; the last answer was ${JSON.stringify(answer)}`)
    await sleep(25)
  }
}

/** Waits until Temporal knows a workflow or a schedule that was just started. */
export const untilKnown = (handle: { describe(): Promise<unknown> }): Promise<boolean> =>
  until(
    () =>
      handle.describe().then(
        () => true,
        () => false,
      ),
    (known) => known,
  )
