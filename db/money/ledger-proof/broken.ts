import type { Environment } from '../../../domain/runs/states.ts'

/** A promise that a run or a top-up breaks; amounts are microdollars. */
export interface BrokenPromiseOf<Promise extends string> {
  readonly workspaceId: string
  readonly environment: Environment
  readonly promise: Promise
  /** The run or top-up. */
  readonly subject: string
  readonly expected: bigint
  readonly found: bigint
}
