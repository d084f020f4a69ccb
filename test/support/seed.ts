import { type Random, randomOf } from './random.ts'

/** What tests draw by: printed at the start of every test run, and given again as TEST_SEED to draw the same. */
const TEST_SEED = process.env['TEST_SEED'] ?? '1'

/**
 * `THOROUGH=1` tries everything; otherwise tables of like cases are drawn from, and properties are tried less often.
 */
export const THOROUGH = process.env['THOROUGH'] === '1'

/** How much less: each run draws again. */
const PART = 10

/** At most `max` of the items, in their order; the same items for the same seed. Others `of` something else. */
export function sampled<T>(items: readonly T[], max: number, of = ''): readonly T[] {
  if (THOROUGH || items.length <= max) return items
  const drawn = new Set(
    randomOf(`${TEST_SEED}${of}`)
      .shuffled(items.map((_, index) => index))
      .slice(0, max),
  )
  return items.filter((_, index) => drawn.has(index))
}

/** How often to run a property (`numRuns`) that is run `many` times when it is thorough. */
export const numRunsFor = (many: number): number => (THOROUGH ? many : Math.ceil(many / PART))

/** Draws for one purpose; the same for the same seed. */
export const drawing = (purpose: string): Random => randomOf(`${TEST_SEED}/${purpose}`)
