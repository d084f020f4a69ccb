/** Milliseconds of a clock that never goes back, and that all threads of a process share. */
export const monotonicMs = (): number => Number(process.hrtime.bigint() / 1_000_000n)
