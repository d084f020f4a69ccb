import { byteLimitersOf, countCall, type RateLimits } from '../limits/rate-limits.ts'
import { clientAddressOf } from './rate-limit.ts'
import type { StepContext } from './state.ts'

export interface BodyQuota {
  /** Without it bytes are not counted. */
  readonly rateLimits?: Partial<Pick<RateLimits, 'bytes' | 'bytesInQuarantine' | 'clientAddress'>>
}

/** Counts the bytes of a body against the quota of its sender, and throws `rate_limited` when that is used up. */
export async function countBytes(ctx: StepContext, { rateLimits = {} }: BodyQuota, bytes: number): Promise<void> {
  const { clientAddress } = rateLimits
  const limiters = byteLimitersOf(rateLimits, ctx.state.principal)
  if (limiters.length === 0 || clientAddress === undefined) return
  const { headers, refusal } = await countCall(
    limiters,
    {
      principal: ctx.state.principal,
      clientAddress: clientAddressOf(ctx, { clientAddress }),
      log: ctx.state.log,
    },
    bytes,
  )
  for (const [name, value] of Object.entries(headers)) ctx.append(name, value)
  if (refusal !== null) throw refusal
}
