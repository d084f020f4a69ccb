import { isItems, isMembers, type AnswerShape } from './answer-shape.ts'
import type { StoredCatalog, StoredEndpoint } from './stored.ts'

/**
 * Answers of one provider repeat their parts: a file stores a repeated object once, in a table. The object's name is
 * derived from its content, so that a new object renames no other.
 */
export type ShapeTable = Readonly<Record<string, AnswerShape>>

/** Shorter shapes are not worth a name. */
const SHARED_LENGTH_MIN = 48

export function shared(endpoints: readonly StoredEndpoint[]): {
  readonly shapes: ShapeTable
  readonly endpoints: readonly StoredEndpoint[]
} {
  const texts = new Map<AnswerShape, string>()
  const textOf = (shape: AnswerShape): string => {
    const text = texts.get(shape) ?? JSON.stringify(shape)
    texts.set(shape, text)
    return text
  }
  const repeated = repeatedTexts(endpoints, textOf)
  const names = new Map<string, string>()
  const table = new Map<string, AnswerShape>()
  const written = (shape: AnswerShape): AnswerShape => {
    if (isItems(shape)) return shape.map(written)
    if (!isMembers(shape)) return shape
    const members = () => Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, written(member)]))
    const text = textOf(shape)
    if (!repeated.has(text)) return members()
    const known = names.get(text)
    if (known !== undefined) return `#${known}`
    const name = freeName(text, table)
    names.set(text, name)
    table.set(name, members())
    return `#${name}`
  }
  const lines = endpoints.map((one) => (one.answer === undefined ? one : { ...one, answer: written(one.answer) }))
  return { shapes: Object.fromEntries([...table].toSorted(([a], [b]) => (a < b ? -1 : 1))), endpoints: lines }
}

/** The parts of a repeated object repeat with it: they are not searched a second time. */
function repeatedTexts(
  endpoints: readonly StoredEndpoint[],
  textOf: (shape: AnswerShape) => string,
): ReadonlySet<string> {
  const [seen, repeated] = [new Set<string>(), new Set<string>()]
  const visit = (shape: AnswerShape): void => {
    if (isItems(shape)) return shape.forEach(visit)
    if (!isMembers(shape)) return
    const text = textOf(shape)
    if (text.length >= SHARED_LENGTH_MIN && seen.has(text)) {
      repeated.add(text)
      return
    }
    seen.add(text)
    Object.values(shape).forEach(visit)
  }
  for (const { answer } of endpoints) if (answer !== undefined) visit(answer)
  return repeated
}

/** A few letters derived from the text. If the table holds another text under them, one more letter is added. */
function freeName(text: string, table: ReadonlyMap<string, AnswerShape>): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  let name = hash.toString(36)
  while (table.has(name)) name += 'x'
  return name
}

/**
 * The endpoints of a file with their complete answers. Parts of the table are shared between them. Throws on a name
 * that it lacks.
 */
export function withAnswers({
  shapes = {},
  endpoints,
}: Pick<StoredCatalog, 'shapes' | 'endpoints'>): readonly StoredEndpoint[] {
  const known = new Map<string, AnswerShape | null>()
  const named = (name: string): AnswerShape => {
    const done = known.get(name)
    const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined
    if (done === null || shape === undefined)
      throw new Error(`shape #${name} ${done === null ? 'holds itself' : 'is not in the table'}`)
    if (done !== undefined) return done
    known.set(name, null)
    const made = expanded(shape)
    known.set(name, made)
    return made
  }
  const expanded = (shape: AnswerShape): AnswerShape => {
    if (isItems(shape)) return shape.map(expanded)
    if (isMembers(shape))
      return Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, expanded(member)]))
    return shape.startsWith('#') ? named(shape.slice(1)) : shape
  }
  return endpoints.map((one) => (one.answer === undefined ? one : { ...one, answer: expanded(one.answer) }))
}
