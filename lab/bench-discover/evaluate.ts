import { readFileSync } from 'node:fs'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'

const LabelledSchema = Type.Object({
  query: Type.String({ minLength: 1 }),
  expect: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
})
/**
 * A query in users' words, and its correct answers, of which one is enough: `contact.find`, `hunter GET /email-finder`.
 */
export type Labelled = Static<typeof LabelledSchema>

const file = Compile(Type.Union([Type.Array(LabelledSchema), Type.Object({ queries: Type.Array(LabelledSchema) })]))

/** A list of labelled queries, either bare or as the member `queries`. */
export function readQueries(path: string): readonly Labelled[] {
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (!file.Check(value)) throw new Error(`${path} holds no labelled queries: ${file.Errors(value)[0]?.message ?? ''}`)
  return 'queries' in value ? value.queries : value
}

/** The best ids for a query, best first. */
export type Searcher = (query: string) => readonly string[]

export interface Figures {
  readonly queries: number
  /** Left out: this catalog has none of the answers. */
  readonly leftOut: number
  readonly hitAt1: number
  readonly hitAt5: number
  /** Mean reciprocal rank of the first correct answer among the first DEPTH; 0 where there is none. */
  readonly meanReciprocalRank: number
  readonly missed: readonly {
    readonly query: string
    readonly rank: number | null
    readonly found: readonly string[]
  }[]
}

export const DEPTH = 50

export function evaluate(labelled: readonly Labelled[], search: Searcher, isThere: (id: string) => boolean): Figures {
  const requested = labelled.filter(({ expect }) => expect.some(isThere))
  const places = requested.map(({ query, expect }) => {
    const found = search(query).slice(0, DEPTH)
    const at = found.findIndex((id) => expect.includes(id))
    return { query, rank: at < 0 ? null : at + 1, found }
  })
  const share = (holds: (rank: number) => boolean): number =>
    places.filter(({ rank }) => rank !== null && holds(rank)).length / Math.max(1, requested.length)
  return {
    queries: requested.length,
    leftOut: labelled.length - requested.length,
    hitAt1: share((rank) => rank === 1),
    hitAt5: share((rank) => rank <= 5),
    meanReciprocalRank:
      places.reduce((sum, { rank }) => sum + (rank === null ? 0 : 1 / rank), 0) / Math.max(1, requested.length),
    missed: places.filter(({ rank }) => rank !== 1),
  }
}
