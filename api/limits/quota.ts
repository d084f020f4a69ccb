/** A limit of a key's or an address's actions within a time. */
export interface Quota {
  /** Its name in the `RateLimit` headers, and in the table that counts. */
  readonly name: string
  /** What is counted, in words for people. */
  readonly of: string
  readonly limit: number
  readonly windowSeconds: number
  /**
   * Counted for a workspace's environment in total; otherwise for each credential. Public routes count for each
   * client address.
   */
  readonly per?: 'workspace'
}
