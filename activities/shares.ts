import {
  type Held,
  HELD_MS_EXPECTED,
  nextSlotInQueue,
  type REFUSED_BY,
  SHARE_BOUNDS,
  type ShareBound,
  type ShareLane,
  shareRefusedBy,
  stepOf,
} from '../domain/runs/shares.ts'
import type { Environment } from '../domain/runs/states.ts'

export interface ShareWanted {
  readonly lane: ShareLane
  /** null: the work belongs to no environment. */
  readonly environment: Environment | null
  /**
   * An inbound message has a hash of its inbox or account instead (`turnKeyOf`). null: not known; all such work
   * together is limited like one workspace.
   */
  readonly workspaceId: string | null
  /** The account that the work calls; null: it calls nothing outside. */
  readonly accountId: string | null
}

export type ShareAnswer =
  /** The slot is held until it is released; a second release has no effect. */
  | { readonly kind: 'taken'; release(): void }
  /** `afterMs`: when its place in the queue will be due. */
  | { readonly kind: 'refused'; readonly by: ShareBound; readonly afterMs: number }

/** The slots that one worker process has given out, and the queues of the waiting work. */
export interface Shares {
  /** Answers at once. */
  take(wanted: ShareWanted): ShareAnswer
  /** Counts a quick attempt that takes no slot because its provider answers slowly now. */
  noteSlow(environment: Environment): void
  /**
   * When to try again for something else that is given out one at a time, such as a provider's slots: one every
   * `stepMs`.
   */
  wait(line: string, options: { readonly stepMs: number; readonly waitMsMax: number }): number
}

/** Gets every slot that is taken, released or refused; a meter implements it. */
export interface ShareWatcher {
  held(of: { readonly lane: ShareLane; readonly environment: Environment | null }, shares: number): void
  refused(
    of: { readonly lane: ShareLane; readonly environment: Environment | null },
    by: (typeof REFUSED_BY)[number],
  ): void
}

export interface SharesOptions {
  /** How many slots each lane has. */
  readonly of: Readonly<Record<ShareLane, number>>
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  readonly watcher?: ShareWatcher
}

interface Tally {
  held: number
  /** How long slots were recently held. */
  heldMs: number
}

/** How many workspaces and accounts are kept while they hold nothing. */
const IDLE_MAX = 5_000

export function createShares({ of, now, watcher }: SharesOptions): Shares {
  const tallies = new Map<string, Tally>()
  const lines = new Map<string, number>()

  function tallyOf(key: string): Tally {
    const known = tallies.get(key)
    if (known !== undefined) return known
    if (tallies.size >= IDLE_MAX) for (const [idle, { held }] of tallies) if (held === 0) tallies.delete(idle)
    const tally: Tally = { held: 0, heldMs: HELD_MS_EXPECTED }
    tallies.set(key, tally)
    return tally
  }

  function wait(line: string, { stepMs, waitMsMax }: { readonly stepMs: number; readonly waitMsMax?: number }): number {
    const at = now()
    if (lines.size >= IDLE_MAX) for (const [past, lastSlotAt] of lines) if (lastSlotAt < at) lines.delete(past)
    const { afterMs, slotAt } = nextSlotInQueue(lines.get(line) ?? 0, {
      now: at,
      stepMs,
      ...(waitMsMax === undefined ? {} : { waitMsMax }),
    })
    lines.set(line, slotAt)
    return afterMs
  }

  return {
    wait,
    noteSlow(environment) {
      watcher?.refused({ lane: 'quick', environment }, 'slow')
    },
    take(wanted) {
      const { lane, environment, accountId } = wanted
      const keys = keysOf(wanted)
      const held = heldBy((bound) => tallyOf(keys[bound]).held)
      const refusedBy = shareRefusedBy({ shares: of[lane], environment, atAccount: accountId !== null }, held)
      if (refusedBy !== null) {
        watcher?.refused(wanted, refusedBy)
        const slots = tallyOf(keys[refusedBy])
        return {
          kind: 'refused',
          by: refusedBy,
          afterMs: wait(keys[refusedBy], { stepMs: stepOf(slots.heldMs, slots.held) }),
        }
      }
      const inEnvironment = tallyOf(environmentKey(lane, environment))
      const counted = new Set([inEnvironment, ...COUNTED.map((bound) => tallyOf(keys[bound]))])
      const since = now()
      for (const tally of counted) tally.held += 1
      watcher?.held(wanted, inEnvironment.held)
      return {
        kind: 'taken',
        release: once(() => {
          giveBack(counted, now() - since)
          watcher?.held(wanted, inEnvironment.held)
        }),
      }
    },
  }
}

export interface SharedWork<T> {
  work(): Promise<T>
  /** `afterMs`: when its place in the queue will be due. */
  refused(afterMs: number): T | Promise<T>
}

/**
 * Does the work while it holds a slot, and releases the slot whatever the outcome. Without a slot the work does not
 * begin.
 */
export async function underShare<T>(
  shares: Pick<Shares, 'take'>,
  wanted: ShareWanted,
  { work, refused }: SharedWork<T>,
): Promise<T> {
  const share = shares.take(wanted)
  if (share.kind === 'refused') return refused(share.afterMs)
  try {
    return await work()
  } finally {
    share.release()
  }
}

/** The sandbox's limit uses the count of its environment. */
const COUNTED = SHARE_BOUNDS.filter((bound) => bound !== 'sandbox')

const environmentKey = (lane: ShareLane, environment: Environment | null): string =>
  `${lane} in ${environment ?? 'none'}`

function keysOf({ lane, environment, workspaceId, accountId }: ShareWanted): Readonly<Record<ShareBound, string>> {
  const workspace = `${lane} of ${workspaceId ?? 'none'} in ${environment ?? 'none'}`
  return {
    lane,
    workspace,
    sandbox: environmentKey(lane, 'test'),
    account: `${lane} at ${accountId ?? 'none'}`,
    workspace_at_account: `${workspace} at ${accountId ?? 'none'}`,
  }
}

const heldBy = (read: (bound: ShareBound) => number): Held => ({
  lane: read('lane'),
  sandbox: read('sandbox'),
  workspace: read('workspace'),
  account: read('account'),
  workspace_at_account: read('workspace_at_account'),
})

/** The last holding time weighs a quarter, as in the average of answer times. */
function giveBack(tallies: Iterable<Tally>, heldMs: number): void {
  for (const tally of tallies) {
    tally.held -= 1
    tally.heldMs += (heldMs - tally.heldMs) / 4
  }
}

function once(act: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    act()
  }
}
