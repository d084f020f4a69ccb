/** The promise's answer, or an error that states what was waited for. */
export async function within<T>(seconds: number, otherwise: string, promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`${otherwise} within ${seconds} s`)), seconds * 1000)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
