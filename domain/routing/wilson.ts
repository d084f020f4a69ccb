import { WILSON_Z } from './thresholds.ts'

/**
 * One end of Wilson's interval of a rate: `z` standard errors above it, below it for a negative `z`. Without any call
 * nothing is known: 0 below, 1 above.
 */
export function wilsonBound(successes: number, calls: number, z: number): number {
  if (calls === 0) return z < 0 ? 0 : 1
  if (successes === 0 && z < 0) return 0
  const rate = successes / calls
  const z2 = z * z
  const centre = rate + z2 / (2 * calls)
  const spread = z * Math.sqrt((rate * (1 - rate) + z2 / (4 * calls)) / calls)
  return Math.min(1, Math.max(0, (centre + spread) / (1 + z2 / calls)))
}

/** The success rate to rely on, given how few calls were seen. */
export const wilsonLowerBound = (successes: number, calls: number): number => wilsonBound(successes, calls, -WILSON_Z)
