/** How many of something a key or an address may do within a time. */
export interface Quota {
  /** As it is called in the `RateLimit` headers, and in the table that counts. */
  readonly name: string
  /** What is counted, for people. */
  readonly of: string
  readonly limit: number
  readonly windowSeconds: number
  /** Counted for a workspace's environment as a whole; otherwise for each credential. What is public counts for each client address. */
  readonly per?: 'workspace'
}
