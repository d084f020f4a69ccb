import { isJsonObject, type JsonObject } from '../json/json.ts'
import { type Cut, type CutLimits, cutValue, type KnownMembers } from './cut.ts'

/** Limits from mild to severe. A level is used where at least `leastItems` of each list fit. */
interface Level extends Omit<CutLimits, 'items'> {
  readonly leastItems: number
}

const DEEP = { members: 10_000, depth: 40 }
const LEVELS: readonly Level[] = [
  { text: 1_000_000, leastItems: 3, ...DEEP },
  { text: 16_000, leastItems: 3, ...DEEP },
  { text: 4_000, leastItems: 3, ...DEEP },
  { text: 1_500, leastItems: 3, ...DEEP },
  { text: 500, leastItems: 2, ...DEEP },
  { text: 300, leastItems: 1, members: 60, depth: 12 },
  { text: 200, leastItems: 1, members: 40, depth: 6 },
  { text: 100, leastItems: 1, members: 30, depth: 4 },
  // The first members of an item state which one it is.
  { text: 100, leastItems: 1, members: 12, depth: 3 },
  { text: 60, leastItems: 1, members: 4, depth: 3 },
  { text: 60, leastItems: 0, members: 30, depth: 2 },
  { text: 30, leastItems: 0, members: 30, depth: 1 },
]

/** Deeper values would exhaust the stack. */
const UNCUT: CutLimits = { items: Infinity, text: Infinity, members: Infinity, depth: 500 }

/** An item has two characters, and no answer more than twice this. */
const ITEMS_MAX = 100_000

/** Makes an answer of what is shown of a body and what was cut; null: the answer is too large. */
export type BuildAnswer<Answer> = (shown: JsonObject, cuts: readonly Cut[]) => Answer | null

/** Work that stops after each try, so that a long one leaves the event loop free. */
export type Fitting<Answer> = Generator<void, Answer>

/**
 * The answer with the most of a body: as many items of each list and as much of each text as fit. `chars`: no body with
 * more characters fits, which bounds the work. null: nothing of it fits.
 */
export function* fitting<Answer>(body: object, chars: number, build: BuildAnswer<Answer>): Fitting<Answer | null> {
  const known: KnownMembers = new Map()
  const answerWithin = (limits: CutLimits): Answer | null => {
    const cut = cutValue(body, limits, { chars, known })
    return cut !== null && isJsonObject(cut.value) ? build(cut.value, cut.cuts) : null
  }
  const uncut = answerWithin(UNCUT)
  if (uncut !== null) return uncut
  let textMost = Infinity
  for (const level of LEVELS) {
    const byItems = yield* most(level.leastItems, ITEMS_MAX, (items) => answerWithin({ ...level, items }))
    if (byItems !== null) {
      const { size: items, answer } = byItems
      const longest = Math.max(level.text, Math.min(textMost, chars))
      const byText = yield* most(level.text, longest, (text) => answerWithin({ ...level, items, text }))
      return byText?.answer ?? answer
    }
    textMost = level.text
  }
  return null
}

/** The answer of the largest size that has one; null if the least size has none. */
function* most<Answer>(
  least: number,
  largest: number,
  answerOf: (size: number) => Answer | null,
): Fitting<{ readonly size: number; readonly answer: Answer } | null> {
  const first = answerOf(least)
  yield
  if (first === null) return null
  let found = { size: least, answer: first }
  let beyond = largest + 1
  while (beyond - found.size > 1) {
    const size = Math.floor((found.size + beyond) / 2)
    const answer = answerOf(size)
    yield
    if (answer === null) beyond = size
    else found = { size, answer }
  }
  return found
}
