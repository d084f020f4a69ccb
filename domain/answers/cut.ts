import { isExactNumber } from '../json/exact.ts'
import type { Json } from '../json/json.ts'

/** The most that a cut value keeps, at any depth. */
export interface CutLimits {
  /** Of a list. */
  readonly items: number
  /** Characters of a text. */
  readonly text: number
  /** Of an object within the answer. Members with longer names than `text` are left out, too. */
  readonly members: number
  /** Lists and objects within each other. */
  readonly depth: number
}

/** What a cut value does not have all of: items of a list, members of an object, or characters of a text. */
export interface Cut {
  /** Dotted; integers are positions in lists. */
  readonly path: string
  readonly total: number
  readonly shown: number
}

export interface CutValue {
  readonly value: Json
  /** The outermost ones first, a few of many. */
  readonly cuts: readonly Cut[]
}

/** Each costs about 20 tokens. */
export const CUTS_MAX = 6
/** A longer path is no help: the value around it is named instead. */
const PATH_LENGTH_MAX = 200

/** A part of one of these would lead nowhere: where a list continues, which run and row it is, and where a slice is. */
const NEVER_CUT = /^(?:next_cursor|next_after|run_id|slice\.path|items\.\d+\.key)$/
/** Of the answer itself: the members that the API declares, which lead to everything else. */
const OWN_MEMBERS = 30

/** The members of objects that were looked at: several cuts of one value read them once. */
export type KnownMembers = Map<object, [string, unknown][]>

/** The value within the limits; null: its JSON has more than `chars` characters. The work is bounded by `chars`. */
export function cutValue(
  value: unknown,
  limits: CutLimits,
  { chars, known }: { readonly chars: number; readonly known: KnownMembers },
): CutValue | null {
  const cutter = new Cutter(limits, chars, known)
  const cut = cutter.cut(value, '', 0)
  return cutter.isOver ? null : { value: cut, cuts: cutter.cuts }
}

class Cutter {
  readonly cuts: Cut[] = []
  readonly #limits: CutLimits
  readonly #known: KnownMembers
  #charsLeft: number

  constructor(limits: CutLimits, chars: number, known: KnownMembers) {
    this.#known = known
    this.#limits = limits
    this.#charsLeft = chars
  }

  get isOver(): boolean {
    return this.#charsLeft < 0
  }

  cut(value: unknown, path: string, depth: number): Json {
    if (this.isOver) return null
    if (typeof value === 'string') return this.#text(value, path)
    if (Array.isArray(value)) return this.#list(value, path, depth)
    if (typeof value === 'object' && value !== null && !isExactNumber(value)) return this.#object(value, path, depth)
    this.#spend(value)
    return isScalar(value) ? value : null
  }

  #text(text: string, path: string): string {
    const most = NEVER_CUT.test(path) ? Infinity : this.#limits.text
    const shown = text.length <= most ? text : `${wellFormed(text.slice(0, most))}…`
    if (shown !== text) this.#note({ path, total: text.length, shown: shown.length - 1 })
    if (shown.length > this.#charsLeft) this.#charsLeft = -1
    else this.#spend(shown)
    return shown
  }

  #list(list: readonly unknown[], path: string, depth: number): Json[] {
    const shown = depth < this.#limits.depth ? list.slice(0, this.#limits.items) : []
    if (shown.length < list.length) this.#note({ path, total: list.length, shown: shown.length })
    this.#charsLeft -= 2 + shown.length
    const items: Json[] = []
    for (const [index, item] of shown.entries()) {
      if (this.isOver) break
      items.push(this.cut(item, joined(path, String(index)), depth + 1))
    }
    return items
  }

  #object(object: object, path: string, depth: number): { [member: string]: Json } {
    const members = this.#membersOf(object)
    const most = depth === 0 ? Math.max(OWN_MEMBERS, this.#limits.members) : this.#limits.members
    const shown = depth < this.#limits.depth ? members.slice(0, most) : []
    if (shown.length < members.length) this.#note({ path, total: members.length, shown: shown.length })
    this.#charsLeft -= 2
    const cut: [string, Json][] = []
    for (const [name, member] of shown) {
      if (this.isOver) break
      if (name.length > this.#limits.text) continue
      if (name.length > this.#charsLeft) this.#charsLeft = -1
      else this.#spend(name)
      this.#charsLeft -= 2
      cut.push([name, this.cut(member, joined(path, name), depth + 1)])
    }
    const dropped = shown.length - cut.length
    if (dropped > 0 && shown.length === members.length) this.#note({ path, total: members.length, shown: cut.length })
    return Object.fromEntries(cut)
  }

  #membersOf(object: object): [string, unknown][] {
    const known = this.#known.get(object)
    if (known !== undefined) return known
    const members: [string, unknown][] = Object.entries(object).filter(([, member]) => member !== undefined)
    this.#known.set(object, members)
    return members
  }

  #spend(value: unknown): void {
    this.#charsLeft -= (JSON.stringify(value) ?? 'null').length
  }

  #note(cut: Cut): void {
    if (this.cuts.length < CUTS_MAX && cut.path.length <= PATH_LENGTH_MAX) this.cuts.push(cut)
  }
}

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

/** Without the half of a surrogate pair at its end. */
const wellFormed = (text: string): string => (/[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text)

const isScalar = (value: unknown): value is number | boolean | null =>
  value === null || typeof value === 'number' || typeof value === 'boolean' || isExactNumber(value)
