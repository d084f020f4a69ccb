/** A document as the terms of its fields. */
export type FieldTerms<Field extends string> = Readonly<Record<Field, readonly string[]>>

/** One term's documents, each with the weight of the match: 0 to 1, whatever the query is. */
export interface Posting {
  readonly documents: Uint32Array
  readonly weights: Float32Array
}

/** The documents by term. */
export interface Postings {
  of(term: string): Posting | undefined
  /** In how many documents a term is. */
  frequency(term: string): number
  readonly documents: number
}

/**
 * BM25F: the fields of a document are added up before the match is saturated, so that a word in title, path and tags
 * counts once more clearly, and not three times. A long field makes each of its words less clear. (decisions, "the
 * search index")
 */
export interface PostingRules<Field extends string> {
  readonly weights: Readonly<Record<Field, number>>
  /** How much the length of a field counts, 0 to 1. */
  readonly lengthShare: number
  /** The sum of the fields' weights that makes half a match. */
  readonly half: number
}

export function postingsOf<Field extends string>(
  documents: readonly FieldTerms<Field>[],
  { weights, lengthShare, half }: PostingRules<Field>,
): Postings {
  const fields = fieldsOf(documents, weights)
  const lists = new Map<string, { documents: number[]; weights: number[] }>()
  for (const [at, document] of documents.entries()) {
    const sums = new Map<string, number>()
    for (const { field, average, weight } of fields) {
      const terms = document[field]
      const length = 1 - lengthShare + lengthShare * (terms.length / average)
      for (const term of terms) sums.set(term, (sums.get(term) ?? 0) + weight / length)
    }
    for (const [term, sum] of sums) {
      const list = lists.get(term) ?? { documents: [], weights: [] }
      list.documents.push(at)
      list.weights.push(sum / (sum + half))
      lists.set(term, list)
    }
  }
  const postings = new Map(
    [...lists].map(([term, list]) => [
      term,
      { documents: Uint32Array.from(list.documents), weights: Float32Array.from(list.weights) },
    ]),
  )
  return {
    of: (term) => postings.get(term),
    frequency: (term) => postings.get(term)?.documents.length ?? 0,
    documents: documents.length,
  }
}

interface FieldFacts<Field extends string> {
  readonly field: Field
  readonly weight: number
  /** The mean number of terms, where there are any. */
  readonly average: number
}

function fieldsOf<Field extends string>(
  documents: readonly FieldTerms<Field>[],
  weights: Readonly<Record<Field, number>>,
): FieldFacts<Field>[] {
  const fields: FieldFacts<Field>[] = []
  for (const field in weights) {
    const lengths = documents.map((document) => document[field].length).filter((length) => length > 0)
    const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length)
    fields.push({ field, weight: weights[field], average })
  }
  return fields
}
