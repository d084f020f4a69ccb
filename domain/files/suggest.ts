import { readSubject } from '../identity/read.ts'
import { plainHeading } from './heading.ts'
import { fieldOfHeading, type KnownField } from './known-headings.ts'
import { areMemberIds, fieldOfValues, fits } from './value-kinds.ts'

export interface ColumnToSuggest {
  readonly heading: string
  /** Its first values that are not empty. */
  readonly values: readonly string[]
}

/** A second column of profiles of the person: fields of rows read one from it too. */
const SECOND_PROFILE = 'profile_url'
type Meant = { readonly field: KnownField; readonly by: 'heading' | 'values' } | null

/** The field that a column probably holds, and the evidence for it; null: there is none. */
export type Suggestion = Meant | { readonly field: typeof SECOND_PROFILE; readonly by: 'heading' }

/** Next to a column of first names these name the family; alone they name the person. */
const NAMES = new Set(['name', 'nom', 'naam', 'namn', 'navn', 'nume'])
/** Next to a column of last names these are first names, and alone they name the person. */
const FIRST_NAMES = new Set(['nome', 'nombre', 'jméno', 'meno', 'имя', '名字', '이름', 'שם', 'الاسم'].map(plainHeading))
/** Turkish for a given name, and English for something else. */
const AD_HEADING = 'ad'
/** Address books have `Mr.` under these, and the title of the job in another column. */
const VAGUE = new Set(['title', 'titre'])

/**
 * The field of each column, each field once. The column whose heading names it has it before one whose values only
 * look like it, one with values before an empty one, and of several the first. Values decide against a heading where
 * they are clearly something else, as profiles of people under `URL` are. A second column that is called a profile has
 * another field for one: the first may be empty in a line.
 */
export function suggestFields(columns: readonly ColumnToSuggest[]): readonly Suggestion[] {
  const named = namedFields(columns)
  const has = (field: KnownField): boolean => named.includes(field)
  const meant = columns.map(({ values }, index): Meant => {
    const field = named[index] ?? null
    const seen = fieldOfValues(values)
    if (field === null) return seen === null ? null : { field: seen, by: 'values' }
    // A file with one kind of phone has it where all entry points look for a phone.
    const wanted = field === 'mobile' && !has('phone') ? 'phone' : field
    if (fits(wanted, values)) return { field: wanted, by: 'heading' }
    return seen === null ? null : { field: seen, by: 'values' }
  })
  const own = withoutSharedAddresses(withoutShared(meant, columns), columns)
  return withSecondProfile(onceEach(own, columns), { meant: own, columns })
}

const CONTACTS: ReadonlySet<KnownField> = new Set(['email', 'personal_email', 'linkedin_url', 'phone', 'mobile'])
const HANDLES: ReadonlySet<KnownField> = new Set(['instagram', 'x', 'tiktok', 'youtube'])

/**
 * Handles that lines share, in addition to contacts of people, are those of their companies: they would make one
 * person.
 */
function withoutShared(meant: readonly Meant[], columns: readonly ColumnToSuggest[]): readonly Meant[] {
  const hasContacts = meant.some((one, index) => isOneOf(CONTACTS, one) && columns[index]?.values.length !== 0)
  if (!hasContacts) return meant
  return meant.map((one, index) => {
    const values = columns[index]?.values ?? []
    const isShared = isOneOf(HANDLES, one) && new Set(values.map(handleOf)).size < values.length
    return isShared ? null : one
  })
}

/**
 * Of several columns of emails one that has an address in two lines or more on average, where another has not, is that
 * of the contact's owner or of an office: it would make all of them one person.
 */
function withoutSharedAddresses(meant: readonly Meant[], columns: readonly ColumnToSuggest[]): readonly Meant[] {
  const shared = meant.map((one, index) => {
    const values = columns[index]?.values ?? []
    const different = new Set(values.map((value) => value.trim().toLowerCase())).size
    return isOneOf(EMAILS, one) && values.length > 1 && 2 * different <= values.length
  })
  const hasOwn = meant.some((one, index) => isOneOf(EMAILS, one) && hasValues(columns[index]) && shared[index] !== true)
  return hasOwn ? meant.map((one, index) => (shared[index] === true ? null : one)) : meant
}

const EMAILS: ReadonlySet<KnownField> = new Set(['email', 'personal_email'])

const isOneOf = (fields: ReadonlySet<KnownField>, one: Meant): boolean => one !== null && fields.has(one.field)

const handleOf = (value: string): string => readSubject(value, 'handle')?.value ?? value.trim().toLowerCase()

function namedFields(columns: readonly ColumnToSuggest[]): readonly (KnownField | null)[] {
  const fields = columns.map(({ heading }) => fieldOfHeading(heading))
  const plain = columns.map(({ heading }) => plainHeading(heading))
  const hasFirst = fields.some((field, index) => field === 'first_name' && !FIRST_NAMES.has(plain[index] ?? ''))
  const hasLast = fields.includes('last_name')
  return fields.map((field, index) => {
    const heading = plain[index] ?? ''
    if (NAMES.has(heading) && hasFirst && !hasLast) return 'last_name'
    if (FIRST_NAMES.has(heading)) return hasLast ? 'first_name' : 'full_name'
    if (heading === AD_HEADING && hasLast) return 'first_name'
    return field
  })
}

/** A profile that only its values show may be a colleague's. */
function withSecondProfile(
  given: readonly Meant[],
  { meant, columns }: { readonly meant: readonly Meant[]; readonly columns: readonly ColumnToSuggest[] },
): readonly Suggestion[] {
  const further = meant.flatMap((one, index) =>
    one?.field === 'linkedin_url' && one.by === 'heading' && given[index] === null && hasValues(columns[index])
      ? [index]
      : [],
  )
  const own = columns.findIndex(({ heading }) => heading === SECOND_PROFILE)
  const second = own < 0 ? further[0] : own
  return given.map((one, index) =>
    index === second && further.includes(index) ? { field: SECOND_PROFILE, by: 'heading' } : one,
  )
}

const hasValues = (column: ColumnToSuggest | undefined): boolean => column !== undefined && column.values.length > 0

function onceEach(meant: readonly Meant[], columns: readonly ColumnToSuggest[]): readonly Meant[] {
  const best = new Map<KnownField, { readonly index: number; readonly rank: number }>()
  for (const [index, one] of meant.entries()) {
    const column = columns[index]
    if (one === null || column === undefined) continue
    const rank = rankOf(one.by, column)
    if (rank < (best.get(one.field)?.rank ?? Number.POSITIVE_INFINITY)) best.set(one.field, { index, rank })
  }
  return meant.map((one, index) => (one !== null && best.get(one.field)?.index === index ? one : null))
}

/** The column with the lowest rank has the field. */
function rankOf(by: 'heading' | 'values', { heading, values }: ColumnToSuggest): number {
  const isVague = VAGUE.has(plainHeading(heading)) || areMemberIds(values)
  if (values.length === 0) return isVague ? 4 : 3
  if (by === 'values') return 2
  return isVague ? 1 : 0
}

/** The field that a heading becomes where nothing is known of it: `Score (2026)` is `score_2026`. */
export const fieldNameOf = (heading: string): string =>
  heading
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join('_') ?? ''
