import type { Environment } from './states.ts'

/**
 * A share is a counted permission to work: its holder keeps a slot of the worker until it releases the share. `quick`
 * and `slow` are the lanes of attempts, `calls` are provider operations outside of runs, `inbound` is the processing of
 * inbound messages.
 */
export const SHARE_LANES = ['quick', 'slow', 'calls', 'inbound'] as const
export type ShareLane = (typeof SHARE_LANES)[number]

/** The bounds of a share. `workspace_at_account`: what one workspace has under way at one account. */
export const SHARE_BOUNDS = ['lane', 'sandbox', 'workspace', 'account', 'workspace_at_account'] as const
export type ShareBound = (typeof SHARE_BOUNDS)[number]

/** Why a share is refused. `slow`: no bound, but the provider now answers too slowly for the quick lane. */
export const REFUSED_BY = [...SHARE_BOUNDS, 'slow'] as const

/** How many tasks of each kind Temporal gives to one worker at once. */
export interface WorkerSlots {
  readonly workflowTasks: number
  readonly localActivities: number
  readonly activities: number
  /** Its requests for work of each kind that wait at Temporal; the SDK's number where it is left out. */
  readonly pollers?: number
}

/**
 * Quick attempts, calls and inbound work keep their workflow task. The remaining slots belong to steps that take
 * milliseconds (reserving, settling, the end of a slow attempt): they must never wait for a provider.
 */
const OF_WORKFLOW_TASKS = { quick: 0.75, calls: 0.1, inbound: 0.1 } as const
/** The remaining slots serve the attempts that only request a share and have to wait. */
const OF_ACTIVITIES = 0.9

export const sharesOf = ({ workflowTasks, activities }: WorkerSlots): Readonly<Record<ShareLane, number>> => ({
  quick: partOf(workflowTasks, OF_WORKFLOW_TASKS.quick),
  calls: partOf(workflowTasks, OF_WORKFLOW_TASKS.calls),
  inbound: partOf(workflowTasks, OF_WORKFLOW_TASKS.inbound),
  slow: partOf(activities, OF_ACTIVITIES),
})

const partOf = (slots: number, part: number): number => Math.max(1, Math.floor(slots * part))

/** The sandbox costs a customer nothing and earns nothing: the other half of a lane is only ever live. */
const SANDBOX_PART = 0.5
/** However many workspaces use one account, its attempts never take more than this part of a lane. */
const ACCOUNT_PART = 0.5

/**
 * Shares under way in one lane: all of them, those of the sandbox, and those of the requesting workspace and account.
 */
export type Held = Readonly<Record<ShareBound, number>>

export interface RequestedShare {
  /** How many shares the lane has. */
  readonly shares: number
  /** null: work that belongs to no environment. */
  readonly environment: Environment | null
  /** Whether an account at a provider is used; the sandbox calls no provider. */
  readonly atAccount: boolean
}

/**
 * The bound that refuses a share, or null. A workspace, and an account, takes at most as many shares as it leaves free:
 * half of the room when it is alone, a third when there is another such. So the next one finds room even next to
 * several that take all they may. The same holds among the workspaces at one account: no workspace takes the entire
 * account from the others.
 */
export function shareRefusedBy({ shares, environment, atAccount }: RequestedShare, held: Held): ShareBound | null {
  const free = shares - held.lane
  if (free <= 0) return 'lane'
  const room = environment === 'test' ? Math.min(free, partOf(shares, SANDBOX_PART) - held.sandbox) : free
  if (room <= 0) return 'sandbox'
  if (held.workspace >= room) return 'workspace'
  if (environment === 'test' || !atAccount) return null
  if (held.account >= room) return 'account'
  return held.workspace_at_account >= partOf(shares, ACCOUNT_PART) - held.account ? 'workspace_at_account' : null
}

/** The expected time for which a share is held, before any observation. */
export const HELD_MS_EXPECTED = 5_000
const WAIT_MS_MIN = 1_000
/**
 * An attempt that would wait longer requests again: shares may have become free meanwhile. 1,500 attempts that wait
 * this long make 17 requests a second, a negligible load for a worker.
 */
export const WAIT_MS_MAX = 2 * 60_000

export interface QueuePosition {
  /** When to request again. */
  readonly afterMs: number
  /** The new end of the queue, on the same clock as `now`. */
  readonly slotAt: number
}

/**
 * The next slot of a queue that gives one every `stepMs`. A work item that would wait for longer than
 * the maximum comes back within the second half of it, each at another time: otherwise all would request at once.
 */
export function nextSlotInQueue(
  lastSlotAt: number,
  {
    now,
    stepMs,
    waitMsMax = WAIT_MS_MAX,
  }: { readonly now: number; readonly stepMs: number; readonly waitMsMax?: number },
): QueuePosition {
  const next = Math.max(now, lastSlotAt) + stepMs
  const slotAt = next > now + waitMsMax ? now + waitMsMax / 2 : next
  return { afterMs: Math.ceil(Math.max(slotAt - now, WAIT_MS_MIN)), slotAt }
}

/** How often one share becomes free when `held` are held at once, each for `heldMs`. */
export const stepOf = (heldMs: number, held: number): number => heldMs / Math.max(1, held)
