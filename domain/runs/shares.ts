import type { Environment } from './states.ts'

/**
 * A share is a counted permission to work: whoever holds one keeps a slot of the worker until it is released. `quick` and `slow` are
 * the lanes of attempts, `calls` are questions to a provider outside of runs, `inbound` is the work on what providers tell.
 */
export const SHARE_LANES = ['quick', 'slow', 'calls', 'inbound'] as const
export type ShareLane = (typeof SHARE_LANES)[number]

/** What bounds a share. `workspace_at_account`: what one workspace has under way at one account. */
export const SHARE_BOUNDS = ['lane', 'sandbox', 'workspace', 'account', 'workspace_at_account'] as const
export type ShareBound = (typeof SHARE_BOUNDS)[number]

/** Why a share is refused. `slow`: no bound, but the provider answers too slowly for the quick lane now. */
export const REFUSED_BY = [...SHARE_BOUNDS, 'slow'] as const

/** How many tasks of each kind Temporal gives to one worker at once. */
export interface WorkerSlots {
  readonly workflowTasks: number
  readonly localActivities: number
  readonly activities: number
}

/**
 * Quick attempts, calls and inbound work keep their workflow task. What is left belongs to steps that take milliseconds (reserving,
 * settling, the end of a slow attempt): they must never wait for a provider.
 */
const OF_WORKFLOW_TASKS = { quick: 0.75, calls: 0.1, inbound: 0.1 } as const
/** The rest takes the attempts that only come to ask and are told to wait. */
const OF_ACTIVITIES = 0.9

export const sharesOf = ({ workflowTasks, activities }: WorkerSlots): Readonly<Record<ShareLane, number>> => ({
  quick: partOf(workflowTasks, OF_WORKFLOW_TASKS.quick),
  calls: partOf(workflowTasks, OF_WORKFLOW_TASKS.calls),
  inbound: partOf(workflowTasks, OF_WORKFLOW_TASKS.inbound),
  slow: partOf(activities, OF_ACTIVITIES),
})

const partOf = (slots: number, part: number): number => Math.max(1, Math.floor(slots * part))

/** The sandbox pays nothing and costs a customer nothing: the other half of a lane is only ever live. */
const SANDBOX_PART = 0.5
/** However many ask for one account, its attempts never take more than this of a lane. */
const ACCOUNT_PART = 0.5

/** Shares under way in one lane: all of them, those of the sandbox, and those of the workspace and of the account that ask. */
export type Held = Readonly<Record<ShareBound, number>>

export interface ShareAsked {
  /** How many shares the lane has. */
  readonly shares: number
  /** null: work that belongs to no environment. */
  readonly environment: Environment | null
  /** Whether an account at a provider is used; the sandbox asks nobody outside. */
  readonly atAccount: boolean
}

/**
 * What refuses a share, or null. A workspace, and an account, takes at most as many shares as it leaves free: half of the room
 * when it is alone, a third beside another such. So the next one finds room beside several that take all they may. The same holds
 * among the workspaces at one account: one of them never takes the account from the others.
 */
export function shareRefusedBy({ shares, environment, atAccount }: ShareAsked, held: Held): ShareBound | null {
  const free = shares - held.lane
  if (free <= 0) return 'lane'
  const room = environment === 'test' ? Math.min(free, partOf(shares, SANDBOX_PART) - held.sandbox) : free
  if (room <= 0) return 'sandbox'
  if (held.workspace >= room) return 'workspace'
  if (environment === 'test' || !atAccount) return null
  if (held.account >= room) return 'account'
  return held.workspace_at_account >= partOf(shares, ACCOUNT_PART) - held.account ? 'workspace_at_account' : null
}

/** How long a share is held where nothing is known yet. */
export const HELD_MS_EXPECTED = 5_000
const WAIT_MS_MIN = 1_000
/**
 * Whoever waits longer asks again: shares may have become free meanwhile. 1,500 that wait so long ask 17 times a second, which is
 * nothing to a worker.
 */
export const WAIT_MS_MAX = 2 * 60_000

export interface QueuePosition {
  /** When to come back. */
  readonly afterMs: number
  /** The new end of the line, on the clock that `now` is of. */
  readonly turnAt: number
}

/**
 * The last place in a line in which one more gets its turn every `stepMs`. Whoever would wait for longer than the maximum comes
 * back within the second half of it, each at another time: together they would all ask at once.
 */
export function placeInLine(lastTurnAt: number, { now, stepMs, waitMsMax = WAIT_MS_MAX }: { readonly now: number; readonly stepMs: number; readonly waitMsMax?: number }): QueuePosition {
  const next = Math.max(now, lastTurnAt) + stepMs
  const turnAt = next > now + waitMsMax ? now + waitMsMax / 2 : next
  return { afterMs: Math.ceil(Math.max(turnAt - now, WAIT_MS_MIN)), turnAt }
}

/** One share becomes free every so often where `held` are held at once, each for so long. */
export const stepOf = (heldMs: number, held: number): number => heldMs / Math.max(1, held)
