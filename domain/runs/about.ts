/** Members of an input that say what it is about, the clearest first. */
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
/** A person and their company; more does not fit beside the name of the run. */
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
