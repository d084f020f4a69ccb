/**
 * Every address of a name, IPv4 first; none when it has none. Rejects when it could not be looked up. Ends early, with
 * whatever result, when the signal says so.
 */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<readonly string[]>

/** What is needed of a resolver of node:dns/promises. Rejections carry its codes. */
export interface NameResolver {
  resolve4(name: string): Promise<string[]>
  resolve6(name: string): Promise<string[]>
  cancel(): void
}

/** How a resolver says that there is no such name, or no such address of it. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA'])

/** Asks for both kinds of addresses at once. The resolver is for this look-up alone: the signal cancels all that it does. */
export async function resolveName(resolver: NameResolver, name: string, signal: AbortSignal): Promise<readonly string[]> {
  const cancel = (): void => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const failed = answers.find((answer) => answer.status === 'rejected' && !saysNothing(answer.reason))
    if (found.length === 0 && failed?.status === 'rejected') throw failed.reason
    return [...new Set(found)]
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

const saysNothing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' && NOTHING.has(error.code)
