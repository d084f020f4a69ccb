/** Rejects when the work takes longer than `msMax`; the work continues, and its result is ignored. */
export async function within<T>(msMax: number, work: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${msMax} ms`)), msMax)
  try {
    return await Promise.race([work(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
