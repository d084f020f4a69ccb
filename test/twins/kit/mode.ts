import { setTimeout as sleep } from 'node:timers/promises'
import { textsOf } from './recorded.ts'
import type { Refusals, TwinCall, TwinReply } from './twin.ts'

/**
 * How a twin behaves. `slow`: it answers after `ms`. `wrong`: it fails, and repeats the key and the request.
 * `malformed`: its answers are cut. `empty`: they are `{}`. `oversized`: they are larger than any limit. `broken`: it
 * does its work and closes the connection in the middle of the answer; `lost`: before it. `hang`: it does nothing and
 * answers nothing. `out_of_credit`, `rate_limited`: it refuses as the provider does, and requests a pause of `ms` where
 * there is one.
 */
export const MODES = [
  'normal',
  'slow',
  'wrong',
  'malformed',
  'empty',
  'oversized',
  'broken',
  'lost',
  'hang',
  'out_of_credit',
  'rate_limited',
] as const
export type ModeName = (typeof MODES)[number]

export interface Mode {
  readonly mode: ModeName
  readonly ms: number
  /** For how many calls; then it is normal again. null: until it is changed. */
  times: number | null
  /** For calls that begin with it, as `POST /domains`; absent: for all. */
  readonly calls?: string
}

export const NORMAL: Mode = { mode: 'normal', ms: 0, times: null }

/** The mode of this call. */
export function modeOfCall(modes: Map<string, Mode>, slug: string, call: string): Mode {
  const mode = modes.get(slug) ?? NORMAL
  if (!call.startsWith(mode.calls ?? '')) return NORMAL
  if (mode.times !== null) {
    mode.times -= 1
    if (mode.times <= 0) modes.delete(slug)
  }
  return mode
}

/** What the mode answers before the twin does anything; null: nothing. */
export async function beforeWork({ mode, ms }: Mode, refusals: Refusals, call: TwinCall): Promise<TwinReply | null> {
  switch (mode) {
    case 'slow':
      await sleep(ms)
      return null
    case 'wrong':
      // A provider's words about a failure may have anything in them.
      return {
        status: 500,
        json: { error: `The twin was set to fail: ${call.account.key} ${textsOf(call).join(' ')}` },
      }
    case 'out_of_credit':
      return refusals.outOfCredit
    case 'rate_limited':
      return ms === 0 ? refusals.rateLimited : pausing(refusals.rateLimited, ms)
    default:
      return null
  }
}

const pausing = (reply: TwinReply, ms: number): TwinReply => ({
  ...reply,
  headers: { ...reply.headers, 'retry-after': String(Math.ceil(ms / 1_000)) },
})
