import type { Evidence } from '../evidence.ts'

export interface Finding {
  /** How many items were checked. */
  readonly checked: number
  /** One line for each violation. */
  readonly violations: readonly string[]
  /** A remark that the report shows below the result. */
  readonly note?: string
}

/** A promise of the service that no fault may break. */
export interface Invariant {
  readonly promise: string
  readonly judge: (evidence: Evidence) => Finding
  /**
   * Falsifies a copy of good evidence, so that `judge` has to object; null where the evidence has nothing to falsify.
   */
  readonly falsify: (evidence: Evidence) => Evidence | null
}

/** Checks each item; `objection` returns its violation, or null. */
export function judgeEach<T>(items: readonly T[], objection: (item: T) => string | null, note?: string): Finding {
  const violations = items.flatMap((item) => objection(item) ?? [])
  return { checked: items.length, violations, ...(note === undefined ? {} : { note }) }
}

/** Items by their name, without those that have none. */
export function groupedBy<T>(
  items: readonly T[],
  nameOf: (item: T) => string | null,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const name = nameOf(item)
    if (name === null) continue
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [item])
    else group.push(item)
  }
  return groups
}

/** Evidence with some members of its database replaced. */
export const withStored = (evidence: Evidence, stored: Partial<Evidence['stored']>): Evidence => ({
  ...evidence,
  stored: { ...evidence.stored, ...stored },
})

/** The list with its first match changed; null without a match. */
export function changeFirst<T>(items: readonly T[], fits: (item: T) => boolean, change: (item: T) => T): T[] | null {
  const index = items.findIndex(fits)
  return index < 0 ? null : items.map((item, at) => (at === index ? change(item) : item))
}

/** The list without its first match; null without a match. */
export function withoutFirst<T>(items: readonly T[], fits: (item: T) => boolean): T[] | null {
  const index = items.findIndex(fits)
  return index < 0 ? null : items.filter((_, at) => at !== index)
}

/** The list with a changed copy of its first match at the end; null without a match. */
export function repeatFirst<T>(items: readonly T[], fits: (item: T) => boolean, change: (item: T) => T): T[] | null {
  const found = items.find(fits)
  return found === undefined ? null : [...items, change(found)]
}
