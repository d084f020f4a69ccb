/** How a text of an input is read before its schema judges it: people write an identity in many ways. */
export const READ_KINDS = ['email', 'domain', 'person', 'company', 'phone', 'url', 'name', 'code', 'message'] as const
export type ReadKind = (typeof READ_KINDS)[number]

/** The member of a schema that names its reading. A symbol is no part of the schema's JSON. */
export const READ_AS: unique symbol = Symbol('read as')

/** The reading of a schema's text; null where it is taken as it is written. */
export function readKindOf(schema: object): ReadKind | null {
  const kind: unknown = Reflect.get(schema, READ_AS)
  return READ_KINDS.find((known) => known === kind) ?? null
}

/** What the published schema states of a reading, after the description of the member. */
export const READ_NOTES: Readonly<Partial<Record<ReadKind, string>>> = {
  email: '`Ada <ada@example.com>` is read too.',
  domain: 'A web address at it is read too.',
  person: '`in/name` is read too.',
  company: '`company/name` is read too.',
  phone: 'Needs the country code; any separators.',
  url: '`https://` may be missing.',
}

const READABLE: Readonly<Partial<Record<ReadKind, string>>> = {
  email: 'one email address, for example `ada@example.com`',
  domain: 'a domain or a web address at it, for example `example.com`',
  person: "a person's LinkedIn profile, for example `https://www.linkedin.com/in/ada-example`",
  company: "a company's LinkedIn page, for example `https://www.linkedin.com/company/example`",
  phone: 'a phone number with its country code, for example `+14155550132`',
  url: 'a web address, for example `https://www.example.com/about`',
}

/** What a text has to be, after "must be", with an example; null where only the schema has one. */
export const readableText = (kind: ReadKind): string | null => READABLE[kind] ?? null
