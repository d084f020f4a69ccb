import type { Environment } from '../../domain/runs/states.ts'

/** The row of a watch, from which its Schedule is made. */
export interface WatchToSchedule {
  readonly id: string
  readonly workspaceId: string
  readonly environment: Environment
  readonly capability: string | null
  readonly rawRequest: { readonly provider: string; readonly endpoint: string } | null
  readonly every: string
  readonly everyMs: bigint
  readonly createdAt: Date
}

/** Creates and removes the Schedules of watches after a commit. No call fails or blocks. */
export interface WatchSchedules {
  createInBackground(watch: WatchToSchedule): void
  removeInBackground(watchId: string): void
}
