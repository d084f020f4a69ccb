/**
 * Null: it may be null, or the tree of the statement does not show that it never is. Otherwise it is null only where
 * one of these values of the statement is (`1`, its position), or an element of one (`1[]`). With none of them: never.
 */
export type NullIf = ReadonlySet<string> | null

export const NEVER: NullIf = new Set()

/** Of what is null where any of its parts is. */
export const ofAny = (parts: readonly NullIf[]): NullIf =>
  parts.some((part) => part === null) ? null : new Set(parts.flatMap((part) => [...(part ?? [])]))

/** Of what is null where all of its parts are: the part that is null most rarely decides. */
export const ofAll = (parts: readonly NullIf[]): NullIf =>
  parts.reduce<NullIf>((one, other) => (one === null || (other !== null && other.size < one.size) ? other : one), null)

export const isSame = (one: NullIf, other: NullIf): boolean =>
  one === null || other === null ? one === other : one.size === other.size && one.isSubsetOf(other)
