import type { Environment } from '../../domain/runs/states.ts'

/** What the Schedule of a watch is made from: its row. */
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

/** Makes and takes away the Schedules of watches after a commit. Neither fails nor is waited for. */
export interface WatchSchedules {
  makeSoon(watch: WatchToSchedule): void
  removeSoon(watchId: string): void
}
