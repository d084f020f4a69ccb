/**
 * Every address of a name, IPv4 first; empty if it has none. Rejects if the look-up failed. Ends early, with any
 * result, when the signal aborts.
 */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<readonly string[]>

/** The required part of a resolver of node:dns/promises. Rejections carry its codes. */
export interface NameResolver {
  resolve4(name: string): Promise<string[]>
  resolve6(name: string): Promise<string[]>
  cancel(): void
}

/** The codes by which a resolver reports that the name, or such an address of it, does not exist. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * Requests both kinds of addresses at once. The resolver serves only this look-up: the signal cancels all its requests.
 */
export async function resolveName(
  resolver: NameResolver,
  name: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const cancel = (): void => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const failed = answers.find((answer) => answer.status === 'rejected' && !isNoAddress(answer.reason))
    if (found.length === 0 && failed?.status === 'rejected') throw failed.reason
    return [...new Set(found)]
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

const isNoAddress = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  NOTHING.has(error.code)
