/**
 * Ten megabytes over a slow line are no attack, as long as they keep arriving: a body gets one more second for each 100
 * KB that has come.
 */
const BYTES_PER_MS_MIN = 100

export interface BodyProgress {
  /** How long a body may take before any byte arrives. */
  readonly msMax: number
  readonly arrivedBytes: number
  readonly elapsedMs: number
}

/** How long the rest of a body may still take; at 0 or less it is late. */
export const bodyMsLeft = ({ msMax, arrivedBytes, elapsedMs }: BodyProgress): number =>
  msMax + arrivedBytes / BYTES_PER_MS_MIN - elapsedMs

/** Calls `onLate` once a body that is read from now on is late. Returns the function that stops the clock. */
export function startBodyClock(msMax: number, arrivedBytes: () => number, onLate: () => void): () => void {
  const startedAt = performance.now()
  const check = (): void => {
    const msLeft = bodyMsLeft({ msMax, arrivedBytes: arrivedBytes(), elapsedMs: performance.now() - startedAt })
    if (msLeft > 0) timer = setTimeout(check, Math.ceil(msLeft)).unref()
    else onLate()
  }
  let timer = setTimeout(check, msMax).unref()
  return () => clearTimeout(timer)
}
