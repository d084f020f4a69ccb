import { AsyncLocalStorage } from 'node:async_hooks'
import type { Problem } from '../errors/problem.ts'

/** Counts bytes against the quotas of the request's sender; returns the refusal when one is used up. */
export type CountBytes = (bytes: number) => Promise<Problem | null>

/** The quotas of the current request. They belong to the request and follow its promises. */
const current = new AsyncLocalStorage<CountBytes>()

/** Works on a request whose sender has these quotas. */
export const countingKept = <Result>(count: CountBytes, work: () => Promise<Result>): Promise<Result> =>
  current.run(count, work)

/**
 * Counts what the current request makes the service keep besides its body, such as an answer that is replayed: a
 * request of a few bytes may store hundreds of kilobytes. Returns the refusal when the quota is used up.
 */
export const countKept = async (bytes: number): Promise<Problem | null> => (await current.getStore()?.(bytes)) ?? null
