/** A value that is read from the database, kept for a while and shared by all callers. */
export interface CachedValue<Value> {
  get(): Promise<Value>
}

/** One read at a time. A failed read is not kept, so the next caller reads again. */
export function createCachedValue<Value>(deps: {
  read: () => Promise<Value>
  now: () => number
  maxAgeMs: number
}): CachedValue<Value> {
  let held: Promise<{ readonly readAtMs: number; readonly value: Value }> | null = null

  async function get(): Promise<Value> {
    const latest = held
    if (latest !== null) {
      const { readAtMs, value } = await latest
      if (deps.now() - readAtMs < deps.maxAgeMs) return value
      // Another caller also found it too old and is already reading.
      if (held !== latest) return get()
    }
    const reading = deps.read().then((value) => ({ readAtMs: deps.now(), value }))
    held = reading
    reading.catch(() => {
      if (held === reading) held = null
    })
    return (await reading).value
  }

  return { get }
}
