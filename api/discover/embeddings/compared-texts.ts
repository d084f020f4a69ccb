import type { UnitVector } from '../../../domain/discover/embedding-answer.ts'
import { floorOf, relevanceOf } from '../../../domain/discover/meaning.ts'
import type { Hit } from '../../../domain/discover/rank.ts'
import type { Comparison } from './comparison.ts'

/** No page shows more. */
const NEAR_MAX = 50

/** A finished index: what is compared, and how near is near. */
export interface ComparedTexts {
  readonly comparison: Comparison
  /** The length of its vectors. */
  readonly dimensions: number
  /** The documents of each stored vector: texts may be equal. */
  readonly documents: ReadonlyMap<number, readonly string[]>
  readonly floor: number
}

/**
 * The allowed documents that are above the floor, nearest first, with relevances from 0 to 1. It throws where the
 * vector has another length than those of the index: the service has changed its model since.
 */
export async function nearIn(
  { comparison, dimensions, documents, floor }: ComparedTexts,
  vector: UnitVector,
  mayAnswer: (id: string) => boolean,
): Promise<Hit[]> {
  if (vector.length !== dimensions) throw new RangeError('vectors of different lengths')
  const ids = [...documents].filter(([, some]) => some.some(mayAnswer)).map(([id]) => id)
  const nearest = await comparison.nearest(vector, { ids, limit: NEAR_MAX })
  return nearest
    .filter(({ cosine }) => cosine > floor)
    .flatMap(({ id, cosine }) =>
      (documents.get(id) ?? []).filter(mayAnswer).map((one) => ({ id: one, relevance: relevanceOf(cosine, floor) })),
    )
}

/** How near queries come that nothing here can do; `ids` are those of the documents' vectors. */
export async function measureFloor(
  comparison: Comparison,
  { ids, probes }: { readonly ids: readonly number[]; readonly probes: readonly UnitVector[] },
): Promise<number> {
  const cosines: number[] = []
  // One after the other: the database has requests to answer.
  for (const probe of probes) {
    const [nearest] = await comparison.nearest(probe, { ids, limit: 1 })
    if (nearest !== undefined) cosines.push(nearest.cosine)
  }
  return floorOf(cosines)
}
