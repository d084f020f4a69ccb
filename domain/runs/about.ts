/** Members of an input that state what it is about, the clearest first. */
const TELLING = [
  'full_name',
  'name',
  'to',
  'email',
  'linkedin_url',
  'profile_url',
  'phone',
  'handle',
  'username',
  'query',
  'q',
  'search',
  'titles',
  'ticker',
  'domain',
  'company',
  'company_name',
  'url',
]
/** A person and their company; more does not fit next to the name of the run. */
const TEXTS_MAX = 2

/**
 * What a run is about, in its own words, such as "Ada Example, example.com". `texts` are the texts of its input by
 * member. null: the input has none, or is deleted.
 */
export function aboutOf(texts: Readonly<Record<string, string>>): string | null {
  const { first_name: first, last_name: last, ...others } = texts
  const name = [first, last].filter((part) => part !== undefined).join(' ')
  const known = TELLING.flatMap((member) => others[member] ?? [])
  const all = [...(name === '' ? [] : [name]), ...(known.length > 0 ? known : Object.values(others).slice(0, 1))]
  return all.slice(0, TEXTS_MAX).join(', ') || null
}

/** Members of a result that a line of a list shows. */
export const MEMBERS_SHOWN_MAX = 3

/** What a run has found, such as "email: ada@example.com, status: valid". null: nothing that fits into a line. */
export const foundLine = (members: readonly (readonly [name: string, text: string])[]): string | null =>
  members.map(([name, text]) => `${name.replaceAll('_', ' ')}: ${text}`).join(', ') || null
