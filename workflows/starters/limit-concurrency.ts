/**
 * Lets `atOnceMax` calls run at once and keeps the others waiting, in order. A server that gets every request at once
 * answers every request late: calls that it could have served one after the other would miss their deadlines.
 */
export function limitConcurrency(atOnceMax: number, waitingMax: number) {
  let running = 0
  const waiting: (() => void)[] = []

  return async function run<T>(call: () => Promise<T>): Promise<T> {
    if (running >= atOnceMax) {
      if (waiting.length >= waitingMax) throw new Error(`more than ${waitingMax} calls are waiting for their turn`)
      // A call that ends hands its slot over, so `running` stays the same.
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
      })
    } else {
      running += 1
    }
    try {
      return await call()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
