import {
  type Held, HELD_MS_EXPECTED, placeInLine, type REFUSED_BY, SHARE_BOUNDS, type ShareBound, type ShareLane, shareRefusedBy, stepOf,
} from '../domain/runs/shares.ts'
import type { Environment } from '../domain/runs/states.ts'

export interface ShareWanted {
  readonly lane: ShareLane
  /** null: the work belongs to no environment. */
  readonly environment: Environment | null
  /** null: not known; all such work together is bounded like one workspace. */
  readonly workspaceId: string | null
  /** Whom it asks; null: nobody outside. */
  readonly accountId: string | null
}

export type ShareAnswer =
  /** The share is held until it is released; releasing it again changes nothing. */
  | { readonly kind: 'taken'; release(): void }
  /** `afterMs`: when its place in the line will have come. */
  | { readonly kind: 'refused'; readonly by: ShareBound; readonly afterMs: number }

/** The shares that one worker process has given out, and the lines of those that wait. */
export interface Shares {
  /** Answers at once. */
  take(wanted: ShareWanted): ShareAnswer
  /** A quick attempt takes no share because its provider answers slowly now. */
  noteSlow(environment: Environment): void
  /** When to ask again for something else that is given out one by one, such as a provider's turns: one more every `stepMs`. */
  wait(line: string, options: { readonly stepMs: number; readonly waitMsMax: number }): number
}

/** Hears of every share that is taken, released or refused; a meter does. */
export interface ShareWatcher {
  held(of: { readonly lane: ShareLane; readonly environment: Environment | null }, shares: number): void
  refused(of: { readonly lane: ShareLane; readonly environment: Environment | null }, by: (typeof REFUSED_BY)[number]): void
}

export interface SharesOptions {
  /** How many shares each lane has. */
  readonly of: Readonly<Record<ShareLane, number>>
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  readonly watcher?: ShareWatcher
}

interface Tally {
  held: number
  /** How long shares were held lately. */
  heldMs: number
}

/** Workspaces and accounts that are remembered while they hold nothing. */
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
    if (lines.size >= IDLE_MAX) for (const [past, lastTurnAt] of lines) if (lastTurnAt < at) lines.delete(past)
    const { afterMs, turnAt } = placeInLine(lines.get(line) ?? 0, { now: at, stepMs, ...(waitMsMax === undefined ? {} : { waitMsMax }) })
    lines.set(line, turnAt)
    return afterMs
  }

  return {
    wait,
    noteSlow(environment) { watcher?.refused({ lane: 'quick', environment }, 'slow') },
    take(wanted) {
      const { lane, environment, accountId } = wanted
      const keys = keysOf(wanted)
      const held = heldBy((bound) => tallyOf(keys[bound]).held)
      const refusedBy = shareRefusedBy({ shares: of[lane], environment, atAccount: accountId !== null }, held)
      if (refusedBy !== null) {
        watcher?.refused(wanted, refusedBy)
        const slots = tallyOf(keys[refusedBy])
        return { kind: 'refused', by: refusedBy, afterMs: wait(keys[refusedBy], { stepMs: stepOf(slots.heldMs, slots.held) }) }
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
  /** `afterMs`: when its place in the line will have come. */
  refused(afterMs: number): T | Promise<T>
}

/** Works under a share, which is given back whatever becomes of the work; what is refused one does not begin. */
export async function underShare<T>(shares: Pick<Shares, 'take'>, wanted: ShareWanted, { work, refused }: SharedWork<T>): Promise<T> {
  const share = shares.take(wanted)
  if (share.kind === 'refused') return refused(share.afterMs)
  try {
    return await work()
  } finally {
    share.release()
  }
}

/** The sandbox is counted as what is held in its environment. */
const COUNTED = SHARE_BOUNDS.filter((bound) => bound !== 'sandbox')

const environmentKey = (lane: ShareLane, environment: Environment | null): string => `${lane} in ${environment ?? 'none'}`

function keysOf({ lane, environment, workspaceId, accountId }: ShareWanted): Readonly<Record<ShareBound, string>> {
  const workspace = `${lane} of ${workspaceId ?? 'nobody'} in ${environment ?? 'none'}`
  return {
    lane, workspace,
    sandbox: environmentKey(lane, 'test'),
    account: `${lane} at ${accountId ?? 'nobody'}`,
    workspace_at_account: `${workspace} at ${accountId ?? 'nobody'}`,
  }
}

const heldBy = (read: (bound: ShareBound) => number): Held => ({
  lane: read('lane'), sandbox: read('sandbox'), workspace: read('workspace'), account: read('account'),
  workspace_at_account: read('workspace_at_account'),
})

/** What was held counts for a quarter, as answers do. */
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
