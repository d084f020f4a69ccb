/**
 * Made on first use, and made again after a failure: a library that few deployments need is loaded with the first
 * request for it.
 */
export function lazily<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | null = null
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}
