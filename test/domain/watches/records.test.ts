import { describe, expect, it } from '@jest/globals'
import { answer } from '../../../activities/providers/sandbox/answers.ts'
import { CAPABILITIES } from '../../../domain/capabilities/catalog.ts'
import type { Capability } from '../../../domain/capabilities/capability.ts'
import { parseExactJson } from '../../../domain/json/exact.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { RECORD_RULES } from '../../../domain/watches/dedupe-keys.ts'
import { recordsOf } from '../../../domain/watches/records.ts'

const LOOKUPS = CAPABILITIES.filter(({ sends }) => !sends)
const WITH_LISTS = LOOKUPS.filter(({ slug }) => slug in RECORD_RULES)

function sandboxAnswer({ slug: capability, exampleInput }: Capability): JsonObject {
  const input: JsonObject = JSON.parse(JSON.stringify(exampleInput))
  const found = answer({ provider: 'sandbox-alpha', capability, input, idempotencyKey: 'any' })
  if (found === null) throw new Error(`the sandbox does not answer ${capability}`)
  return found
}

interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
}

/** The schema of a member, without its null. */
const memberOf = (schema: Schema, name: string): Schema | undefined => {
  const member = schema.properties?.[name]
  return member?.anyOf?.find(({ type }) => type !== 'null') ?? member
}

const outputOf = ({ outputSchema }: Capability): Schema => JSON.parse(JSON.stringify(outputSchema))

describe('the rule of each capability', () => {
  it('exists for every capability that is billed by results, and for none that sends or is removed', () => {
    expect(
      LOOKUPS.filter(({ billing, slug }) => billing === 'metered' && !(slug in RECORD_RULES)).map(({ slug }) => slug),
    ).toEqual([])
    expect(
      Object.keys(RECORD_RULES).filter((slug) => !WITH_LISTS.some((capability) => capability.slug === slug)),
    ).toEqual([])
  })

  it.each(WITH_LISTS.map((capability) => [capability.slug, capability] as const))(
    '%s names members that its records have',
    (slug, capability) => {
      const rule = RECORD_RULES[slug]
      const item = memberOf(outputOf(capability), rule?.list ?? '')?.items
      const members = Object.keys(item?.properties ?? {})
      expect(members).toEqual(
        expect.arrayContaining([...(rule?.keys.flat().map(({ member }) => member) ?? []), ...(rule?.volatile ?? [])]),
      )
      // A volatile member identifies nothing.
      expect(rule?.keys.flat().filter(({ member }) => rule.volatile.includes(member))).toEqual([])
    },
  )
})

describe("the sandbox's answer", () => {
  it.each(LOOKUPS.map((capability) => [capability.slug, capability] as const))(
    '%s: two equal answers are the same records, each with one dedupe key',
    (slug, capability) => {
      const [first, second] = [sandboxAnswer(capability), sandboxAnswer(capability)].map((result) =>
        recordsOf({ capability: slug, result }),
      )
      expect(first?.length).toBeGreaterThan(0)
      expect(second).toEqual(first)
      const list = RECORD_RULES[slug]?.list
      const things: Json | undefined = list === undefined ? undefined : sandboxAnswer(capability)[list]
      expect(first?.length).toBe(Array.isArray(things) ? things.length : 1)
    },
  )

  it.each(WITH_LISTS.map((capability) => [capability.slug, capability] as const))(
    '%s: a changed volatile member is no change, any other is one',
    (slug, capability) => {
      const rule = RECORD_RULES[slug]
      const result = sandboxAnswer(capability)
      const [known] = recordsOf({ capability: slug, result })
      if (rule === undefined || known === undefined) throw new Error('unreachable')
      const after = (change: JsonObject) =>
        recordsOf({ capability: slug, result: { ...result, [rule.list]: [{ ...known.record, ...change }] } })[0]
      for (const member of rule.volatile)
        expect(after({ [member]: 987_654 })).toMatchObject({ key: known.key, content: known.content })
      const free = Object.keys(known.record).find(
        (member) => !rule.volatile.includes(member) && !rule.keys.flat().some((key) => key.member === member),
      )
      if (free !== undefined)
        expect(after({ [free]: 'another value' })).toMatchObject({
          key: known.key,
          content: expect.not.stringMatching(known.content.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')),
        })
    },
  )
})

describe('the dedupe key of a record', () => {
  const keysOf = (capability: string, list: string, records: readonly JsonObject[]): string[] =>
    recordsOf({ capability, result: { [list]: [...records] } }).map(({ key }) => key)

  it.each<[string, string, JsonObject, JsonObject]>([
    [
      'company.search',
      'items',
      { domain: 'Example.com', name: 'Example' },
      { domain: 'example.com', name: 'Example Inc.' },
    ],
    [
      'company.search',
      'items',
      { domain: null, linkedin_url: 'https://www.linkedin.com/company/Example/' },
      { domain: null, linkedin_url: 'linkedin.com/company/example' },
    ],
    [
      'person.search',
      'items',
      { linkedin_url: 'https://www.linkedin.com/in/robin-sample/', title: 'CEO' },
      { linkedin_url: 'https://linkedin.com/in/Robin-Sample', title: 'CTO' },
    ],
    [
      'person.search',
      'items',
      { linkedin_url: null, email: 'Robin@Example.com' },
      { linkedin_url: null, email: 'robin@example.com', title: 'CEO' },
    ],
    [
      'person.search',
      'items',
      { full_name: 'Robin Sample', domain: 'example.com' },
      { full_name: 'Robin Sample', domain: 'EXAMPLE.com', title: 'x' },
    ],
    [
      'web.search',
      'results',
      { url: 'https://example.com/a?utm_source=x', position: 1 },
      { url: 'https://www.example.com/a', position: 2 },
    ],
    [
      'company.filings',
      'filings',
      { accession_number: '0000320193-26-000001', url: 'https://example.com/1' },
      { accession_number: '0000320193-26-000001', url: 'https://example.com/2' },
    ],
  ])('%s: is one for every spelling (%s)', (capability, list, one, other) => {
    const [first, ...none] = keysOf(capability, list, [one, other])
    expect([none, keysOf(capability, list, [other])]).toEqual([[], [first]])
  })

  it.each<[string, string, JsonObject, JsonObject]>([
    [
      'seo.serp',
      'results',
      { type: 'organic', url: 'https://example.com' },
      { type: 'featured_snippet', url: 'https://example.com' },
    ],
    [
      'seo.backlinks',
      'backlinks',
      { url_from: 'https://a.example', url_to: 'https://b.example' },
      { url_from: 'https://a.example', url_to: 'https://c.example' },
    ],
    [
      'company.jobs',
      'jobs',
      { title: 'Engineer', location: 'Berlin', url: null },
      { title: 'Engineer', location: 'Paris', url: null },
    ],
    [
      'social.comments',
      'items',
      { comment_url: null, platform: 'x', handle: 'a', posted_at: null, author_url: null, text: 'one' },
      { comment_url: null, platform: 'x', handle: 'a', posted_at: null, author_url: null, text: 'two' },
    ],
  ])('%s: differs where its members differ', (capability, list, one, other) => {
    expect(new Set(keysOf(capability, list, [one, other])).size).toBe(2)
  })

  it('ignores a rank in a search, where it is chance, and compares it in a result page, where it is the question', () => {
    const at = (capability: string, position: number) =>
      recordsOf({ capability, result: { results: [{ type: 'organic', url: 'https://example.com', position }] } })[0]
        ?.content
    expect([at('web.search', 1) === at('web.search', 2), at('seo.serp', 1) === at('seo.serp', 2)]).toEqual([
      true,
      false,
    ])
  })

  it('a result that is not a list is one record, without the label of the sandbox', () => {
    expect(
      recordsOf({ capability: 'company.enrich', result: { domain: 'example.com', employees: 5, simulated: true } }),
    ).toEqual([
      {
        key: 'subject',
        content: '{"domain":"example.com","employees":5}',
        record: { domain: 'example.com', employees: 5 },
      },
    ])
  })

  it.each<Json>([null, { items: null }, { items: [] }, { other: [{}] }])(
    'an empty or missing list has no records (%j)',
    (result) => {
      expect(recordsOf({ capability: 'company.search', result })).toEqual([])
    },
  )
})

describe("a provider's own payload", () => {
  const raw = (result: Json) => recordsOf({ capability: null, result })
  const keys = (result: Json): string[] => raw(result).map(({ key }) => key)

  it.each<[Json, string[]]>([
    [
      {
        data: {
          rows: [
            { id: 7, name: 'a' },
            { id: 8, name: 'b' },
          ],
        },
      },
      ['id 7', 'id 8'],
    ],
    [
      { total: 2, results: [{ url: 'https://example.com/a' }, { url: 'https://example.com/b' }] },
      ['url https://example.com/a', 'url https://example.com/b'],
    ],
    [[{ uuid: 'x', url: 'https://example.com' }], ['uuid x']],
    [{ name: 'Example', id: 'one' }, ['subject']],
    [{ id: 'one', tags: [] }, ['subject']],
    [{ results: [], total: 0 }, []],
    [[], []],
    ['text', []],
    [null, []],
  ])('%j', (payload, expected) => {
    expect(keys(payload)).toEqual(expected)
  })

  it('records without an id are identified by their entire content, so that they are never reported as changed', () => {
    expect(keys([{ name: 'a' }, { name: 'b' }, { name: 'a' }])).toEqual(['{"name":"a"}', '{"name":"b"}'])
  })

  it('an id that several records share does not identify them', () => {
    expect(
      keys([
        { id: 1, text: 'a' },
        { id: 1, text: 'b' },
        { id: 2, text: 'c' },
      ]),
    ).toEqual(['{"id":1,"text":"a"}', '{"id":1,"text":"b"}', 'id 2'])
  })

  it('the order of members is no change, and long numbers keep all their digits', () => {
    const [one, other] = [
      raw(parseExactJson('[{"id": 12345678901234567890, "n": 1}]')),
      raw(parseExactJson('[{"n": 1, "id": 12345678901234567890}]')),
    ]
    expect([one[0]?.key, one[0]?.content]).toEqual(['id 12345678901234567890', other[0]?.content])
  })
})
