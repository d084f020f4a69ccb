import { isConnectionDead } from './errors.ts'

/** A statement that only reads and fails on a dead connection is repeated once, on another connection. */
export async function readingAgain<T>(
  { effect }: { readonly effect: boolean | 'within' },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (effect !== false || !isConnectionDead(error)) throw error
    return work()
  }
}
