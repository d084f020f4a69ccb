/** A vector of length 1, so that the product of two is their cosine. */
export type UnitVector = Float32Array

/** More than any model has; it bounds what one answer can take. */
const DIMENSIONS_MAX = 8_192

/**
 * Reads the answer of an embeddings service: `data` has one `{index, embedding}` for each text. Returns the vectors in
 * the order of the texts, or what is wrong with the answer.
 */
export function readEmbeddings(body: unknown, texts: number): readonly UnitVector[] | string {
  const data = memberOf(body, 'data')
  if (!Array.isArray(data)) return 'no list of vectors'
  if (data.length !== texts) return 'another number of vectors than of texts'
  const vectors = new Map<number, UnitVector>()
  for (const [position, one] of data.entries()) {
    const vector = unitVector(memberOf(one, 'embedding'))
    if (vector === null) return 'a vector that is none'
    const index = memberOf(one, 'index') ?? position
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= texts) return 'a wrong index'
    vectors.set(index, vector)
  }
  const inOrder = [...vectors].toSorted(([a], [b]) => a - b).map(([, vector]) => vector)
  if (inOrder.length !== texts) return 'an index twice'
  if (new Set(inOrder.map(({ length }) => length)).size > 1) return 'vectors of different lengths'
  return inOrder
}

function unitVector(values: unknown): UnitVector | null {
  if (!Array.isArray(values) || values.length === 0 || values.length > DIMENSIONS_MAX) return null
  const vector = new Float32Array(values.length)
  let squares = 0
  for (const [index, value] of values.entries()) {
    if (typeof value !== 'number' || !Number.isFinite(value)) return null
    vector[index] = value
    squares += value * value
  }
  const length = Math.sqrt(squares)
  return length > 0 && Number.isFinite(length) ? vector.map((value) => value / length) : null
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined
