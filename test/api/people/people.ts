import fc from 'fast-check'
import { SPELLINGS, type Spelling } from '../../domain/identity/wild/lines.ts'

/** The identities that a person has here. */
export const KINDS = ['email', 'linkedin', 'phone', 'handle'] as const
export type Kind = (typeof KINDS)[number]

/** One identity: its value, the field of a row that holds it, and how the corpus spells it. */
export interface Spelled {
  readonly kind: Kind
  readonly value: string
  readonly field: string
  readonly texts: readonly [string, ...string[]]
  /** How a failed property prints it. */
  readonly [fc.toStringMethod]: () => string
}
export type Person = Readonly<Record<Kind, Spelled>>

const isKind = (kind: string): kind is Kind => KINDS.some((one) => one === kind)

/** Fields of rows that hold a handle. */
const NETWORKS: readonly string[] = ['instagram', 'x', 'tiktok']

/** Pages of companies are no people. */
const isPersons = ({ kind, platform, right }: Spelling): boolean =>
  isKind(kind) &&
  right !== 'refused' &&
  (kind !== 'linkedin' || right.startsWith('in/')) &&
  (kind !== 'handle' || NETWORKS.includes(platform))

const ALL: readonly Spelled[] = [
  ...Map.groupBy(SPELLINGS.filter(isPersons), ({ kind, platform, right }) => `${kind} ${platform} ${right}`).values(),
].flatMap(([first, ...others]): Spelled[] => {
  if (first === undefined || !isKind(first.kind)) return []
  const { kind, platform, right, text } = first
  const field = kind === 'handle' ? platform : kind
  const texts: Spelled['texts'] = [text, ...others.map((one) => one.text)]
  return [{ kind, value: right, field, texts, [fc.toStringMethod]: () => right }]
})

const oneOf = (kind: Kind): fc.Arbitrary<Spelled> => fc.constantFrom(...ALL.filter((one) => one.kind === kind))

/** A person of the corpus: one identity of each kind. */
export const person: fc.Arbitrary<Person> = fc.record({
  email: oneOf('email'),
  linkedin: oneOf('linkedin'),
  phone: oneOf('phone'),
  handle: oneOf('handle'),
})

/** What a text needs to name its person without a column that states what it is. */
const BY_ITSELF: Partial<Record<Kind, RegExp>> = { handle: /[:/]/, linkedin: /linkedin|in\//i }

/** An identity with those of its texts that name it anywhere: `ada.example` alone may be a host. */
export const named = (one: Spelled): Spelled => {
  const [first, ...more] = one.texts.filter((text) => BY_ITSELF[one.kind]?.test(text) !== false)
  return first === undefined ? one : { ...one, texts: [first, ...more] }
}

/** Picks one of the texts of an identity. A drawn number, so that a failure can be shrunk. */
export const textOf = ({ texts }: Spelled, drawn: number): string => texts[drawn % texts.length] ?? texts[0]
export const drawn = fc.nat({ max: 9_999 })

/** An identity that is written in one way. */
export const lone = (kind: Kind, value: string): Spelled => ({
  kind,
  value,
  field: kind,
  texts: [value],
  [fc.toStringMethod]: () => value,
})
