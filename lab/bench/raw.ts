import { openLoad, type Target } from './load.ts'
import { fixed, quantile, print, progress, table } from '../../ops/report/markdown.ts'

/** The requests of a side's warm-up, and the measured ones, in alternating blocks. */
interface Sizes {
  readonly warmUp: number
  readonly requests: number
}

const FULL: Sizes = { warmUp: 60, requests: 150 }
const QUICK: Sizes = { warmUp: 10, requests: 20 }
const BLOCKS = 6
/** As in the comparison with the bare workflow: Temporal closes the last run meanwhile. */
const REST_MS = 100

/**
 * The cost of a raw run compared with the capability run that makes the same call at the same provider, in the same
 * set-up and at the same time.
 */
export async function compareRaw(
  name: string,
  { capability, raw }: { readonly capability: Target; readonly raw: Target },
  quick: boolean,
): Promise<void> {
  const sizes = quick ? QUICK : FULL
  const sides = [capability, raw].map((target) => ({ load: openLoad(target), ms: [] as number[] }))
  try {
    for (const { load } of sides) await load.send(sizes.warmUp, 1)
    for (let block = 0; block < BLOCKS; block += 1) {
      progress(`raw beside capability, ${name}: block ${block + 1} of ${BLOCKS}`)
      for (const { load, ms } of block % 2 === 0 ? sides : sides.toReversed())
        ms.push(...(await load.send(Math.ceil(sizes.requests / BLOCKS), 1, REST_MS)))
    }
  } finally {
    for (const { load } of sides) await load.close()
  }
  const [ofCapability = 0, ofRaw = 0] = sides.map(({ ms }) => quantile(ms, 0.5))
  print(
    `Raw run beside the capability run of the same call, ${name}:`,
    table(
      ['run', 'p50 ms', 'p95 ms', 'p50 / capability'],
      sides.map(({ ms }, index) => [
        index === 0 ? 'web.search' : 'raw POST /search',
        fixed(quantile(ms, 0.5)),
        fixed(quantile(ms, 0.95)),
        index === 0 ? '' : fixed(ofRaw / ofCapability, 2),
      ]),
    ),
  )
}
