import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../../test/support/random.ts'
import type { World } from '../world/world.ts'

/** One fault, for as long as `play` takes. The campaign heals the world after it. */
export interface Fault {
  readonly name: string
  /** Why it is impossible here; null: it is possible. */
  readonly missing?: (world: Pick<World, 'walDisk'>, env: NodeJS.ProcessEnv) => string | null
  readonly play: (stage: Stage) => Promise<void>
}

export interface Stage {
  readonly world: World
  /** Its own numbers: the same seed makes the same fault. */
  readonly random: Random
  readonly env: NodeJS.ProcessEnv
  /** Resolves early when the campaign is interrupted. */
  readonly wait: (seconds: number) => Promise<void>
}

export const waitUnless =
  (signal: AbortSignal) =>
  async (seconds: number): Promise<void> => {
    await sleep(seconds * 1000, undefined, { signal }).catch(() => undefined)
  }
