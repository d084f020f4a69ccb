import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Written } from './doors.ts'

/** Names of which no two may be one person's. */
const NAMES = ['Ada Example', 'Bob Sample', 'Chidi Okafor', 'Dana Lindqvist', 'Emil Novak', 'Farah Haddad'] as const
const CROWD_MAX = NAMES.length

/** Numbers of offices and families, as several people write them. */
const SWITCHBOARD = ['+442079460018', '+44 (0)20 7946 0018', 'tel:+44-20-7946-0018', '0044 20 7946 0018'] as const
/** Sites on whose pages many have an address. */
const SHARED = [
  'https://www.facebook.com/pages/Example/1',
  'https://linktr.ee/example',
  'https://sites.google.com/view/example',
  'https://calendly.com/example',
  'https://about.me/example',
  'https://www.yellowpages.com/example',
] as const
const MAIL_DOMAINS = ['gmail.com', 'yahoo.co.uk', 'gmx.de', 'example.com', 'mail.example.org'] as const

/** What distinguishes a person here: which of an address and a profile they have. */
const described = fc.record({
  has: fc.constantFrom('email', 'linkedin', 'both'),
  host: fc.constantFrom(...MAIL_DOMAINS),
  phone: fc.option(fc.constantFrom(...SWITCHBOARD), { nil: undefined }),
  website: fc.option(fc.constantFrom(...SHARED), { nil: undefined }),
  domain: fc.option(fc.constantFrom('example.com', 'https://www.facebook.com/example', 'gmail.com'), {
    nil: undefined,
  }),
  isNamed: fc.boolean(),
})
export type Described = typeof described extends fc.Arbitrary<infer Value> ? Value : never

export const crowd = fc.array(described, { minLength: 3, maxLength: CROWD_MAX })

/** One of several people who share what is theirs together. */
export interface Member {
  readonly name: string
  readonly email: string | null
  readonly profile: string | null
  /** One that others have, too. */
  readonly phone: string | null
  /** Its note mentions the next person. */
  readonly row: Written
}

/** New people: none of the runs of before has written to them. */
export function membersOf(people: readonly Described[]): readonly Member[] {
  const group = randomUUID().slice(0, 8)
  // An address and a profile without a name may be one person's.
  const haveMail = people.every(({ has }) => has !== 'linkedin')
  const named = people.map(({ has, host }, at) => {
    const name = NAMES[at] ?? NAMES[0]
    const word = `${name.split(' ', 1)[0]?.toLowerCase()}-${group}`
    const email = has === 'linkedin' ? null : `${word}@${host}`
    return { name, email, profile: has === 'email' ? null : `https://www.linkedin.com/in/${word}` }
  })
  return named.map(({ name, email, profile }, at) => {
    const { phone, website, domain, isNamed } = people[at] ?? {}
    const next = named[(at + 1) % named.length]
    const shared = {
      phone,
      website,
      domain,
      company: 'Example Engines',
      note: `Met with ${next?.email ?? next?.profile}`,
    }
    const own = { email, linkedin_url: profile, full_name: isNamed === true || !haveMail ? name : null }
    const row = Object.entries({ ...own, ...shared }).filter((entry): entry is [string, string] => Boolean(entry[1]))
    return { name, email, profile, phone: phone ?? null, row: Object.fromEntries(row) }
  })
}
