/** What the entries of a list are. */
export const LIST_KINDS = ['email', 'phone', 'linkedin', 'domain', 'name_zip'] as const
export type ListKind = (typeof LIST_KINDS)[number]

/** `sha256`: an entry is the SHA-256, in hex, of the normal form. */
export const LIST_HASHES = ['none', 'sha256'] as const
export type ListHash = (typeof LIST_HASHES)[number]

/** Of one list, as its parts count them: several times the people of a large register of objections. */
export const LIST_ENTRIES_MAX = 1_000_000
/** Of both environments: a register for each jurisdiction, and some of the workspace. */
export const LISTS_MAX = 20
/** A part has ten megabytes, in which the longest entries of a full list fit several times. */
export const PARTS_MAX = 100
export const LIST_NAME_LENGTH_MAX = 100
/** As many as an answer lists. */
export const REFUSED_ENTRIES_LISTED_MAX = 20
/** An upload that does not continue for this long is deleted. */
export const UPLOAD_KEPT_DAYS = 1

/** A text by which a person or a company may be listed, in its normal form. */
export interface ListedKey {
  readonly kind: ListKind
  readonly value: string
}
