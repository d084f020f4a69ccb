/** What a person or a company is known by, as queries and fields name it. */
const IDENTIFIERS = {
  email: /^e?mails?$|^inbox/,
  profile: /^linkedin|^profile/,
  phone: /^phone|^mobile|^telephone/,
  domain: /^domain|^website/,
} as const
export type Identifier = keyof typeof IDENTIFIERS
const NAMES: readonly Identifier[] = ['email', 'profile', 'phone', 'domain']

/** Between what a query wants and what it gives. */
const GIVEN_BY = new Set(['behind', 'by', 'from', 'given', 'knowing', 'through', 'using', 'via', 'with'])

/** "Email from a LinkedIn profile": the email is wanted, the profile is given. */
export interface Direction {
  readonly wanted: ReadonlySet<Identifier>
  readonly given: ReadonlySet<Identifier>
}

/** The identifiers that some words name. */
export const identifiersIn = (words: readonly string[]): ReadonlySet<Identifier> =>
  new Set(NAMES.filter((name) => words.some((word) => IDENTIFIERS[name].test(word))))

/** null: the words do not state that one identifier leads to another. */
export function directionOf(words: readonly string[]): Direction | null {
  const at = words.findIndex((word) => GIVEN_BY.has(word))
  if (at < 0) return null
  const given = identifiersIn(words.slice(at + 1))
  const wanted = new Set([...identifiersIn(words.slice(0, at))].filter((name) => !given.has(name)))
  return given.size === 0 || wanted.size === 0 ? null : { wanted, given }
}

/** What takes none of what is given, and what takes what is wanted in its place. */
const NOT_GIVEN_FACTOR = 0.7
const REVERSED_FACTOR = 0.4

/** How much an answer with these inputs is worth in a direction. */
export function directionFactor(takes: ReadonlySet<Identifier>, direction: Direction | null): number {
  if (direction === null || [...direction.given].some((name) => takes.has(name))) return 1
  return [...direction.wanted].some((name) => takes.has(name)) ? REVERSED_FACTOR : NOT_GIVEN_FACTOR
}
