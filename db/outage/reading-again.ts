import { ConnectionDead } from './errors.ts'

/** What only reads, and was caught on a connection that had died, reads once more: on another one. */
export async function readingAgain<T>({ effect }: { readonly effect: boolean | 'within' }, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (effect !== false || !(error instanceof ConnectionDead)) throw error
    return work()
  }
}
