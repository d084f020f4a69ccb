import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, it } from '@jest/globals'
import { CAPABILITIES, defaultLimit, findCapability, sufficientInputs } from '../../../domain/capabilities/catalog.ts'

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false })
formats.default(ajv)
const validators = new Map(CAPABILITIES.map((capability) => [capability.slug, ajv.compile(capability.inputSchema)]))
const accepts = (slug: string, input: unknown): boolean => validators.get(slug)?.(input) ?? false

const PROFILE = 'https://www.linkedin.com/in/robin-sample'

const ACCEPTED: readonly [string, unknown][] = [
  ['contact.find', { full_name: 'Robin Sample', domain: 'example.com' }],
  ['contact.find', { full_name: 'Robin Sample', company: 'Example' }],
  ['contact.find', { first_name: 'Robin', last_name: 'Sample', domain: 'example.com' }],
  ['contact.find', { first_name: 'Robin', last_name: 'Sample', company: 'Example' }],
  ['contact.find', { linkedin_url: PROFILE }],
  ['contact.find', { linkedin_url: 'linkedin.com/in/robin-sample' }],
  ['contact.find', { full_name: 'Robin+no-match Sample', domain: 'no-match.example.com' }],
  ['contact.find', { full_name: 'Robin Sample', domain: 'slow-3.example.com' }],
  ['contact.find', { full_name: 'Robin Sample', domain: 'example+no-match.com' }],
  ['contact.find', { full_name: 'Зоя Ó Ceallaigh', domain: 'bücher.example' }],
  ['contact.phone', { email: 'robin+slow-3+no-match@example.com' }],
  ['contact.phone', { full_name: 'Robin Sample', domain: 'example.com' }],
  ['contact.verify', { email: 'robin+no-match@example.com' }],
  ['contact.verify', { email: 'robin+timeout@no-match.example.com' }],
  ['person.enrich', { phone: '+12025550123' }],
  ['person.enrich', { full_name: 'Robin Sample', company: 'Example' }],
  ['company.enrich', { name: 'Example' }],
  ['company.funding', { domain: 'fallback.example.com' }],
  ['company.technologies', { domain: 'example.com' }],
  ['company.filings', { cik: '320193' }],
  ['company.filings', { ticker: 'BRK.B', form: '10-K/A', limit: 100 }],
  ['social.profile', { platform: 'x', url: 'https://x.com/sample' }],
  ['social.search', { platform: 'tiktok', query: '#sample', limit: 100 }],
  ['web.search', { query: 'site:example.com', country: 'DE', language: 'pt-br', limit: 1, page: 2 }],
  ['email.send', { to: ['a@example.com', 'b@example.com'], subject: 's', html: '<p>x</p>', cc: 'c@example.com' }],
  ['email.send', { to: 'a@example.com', subject: 's', text: 't', inbox_id: 'inbox_1', in_reply_to: '<m@example.com>' }],
  ['linkedin.invite', { profile_url: PROFILE }],
  ['linkedin.message', { chat_id: 'chat_1', text: 'hello' }],
  ['linkedin.message', { profile_url: PROFILE, text: 'hello' }],
  ['contact.personal_email', { full_name: 'Robin Sample', company: 'Example' }],
  [
    'contact.domain_emails',
    { domain: 'example.com', type: 'generic', department: 'sales', seniority: 'vp', limit: 100, page: 2 },
  ],
  ['person.search', { seniorities: ['vp', 'director'], domains: ['example.com', 'example.org'], page: 3 }],
  ['person.search', { query: 'durable workflows' }],
  ['person.resolve_profile', { phone: '+12025550123' }],
  ['person.job_change', { email: 'robin@example.com' }],
  ['person.decision_makers', { company: 'Example', titles: ['Head of Sales'] }],
  ['company.search', { technologies: ['Sample CMS'], employees_min: 10, employees_max: 50, founded_min: 2010 }],
  ['company.news', { name: 'Example', since: '2026-01-31' }],
  ['company.email_pattern', { domain: 'no-match.example.com' }],
  ['social.comments', { platform: 'reddit', post_url: 'https://www.reddit.com/r/sample/1' }],
  ['linkedin.company', { name: 'Example' }],
  ['linkedin.jobs', { query: 'engineer', posted_within: 'week', remote: true }],
  ['web.scrape', { url: 'http://example.com', format: 'text', render: true }],
  ['seo.keywords', { seed: 'workflow', limit: 500 }],
  ['seo.backlinks', { url: 'https://example.com/a' }],
  ['chat.send', { platform: 'instagram', handle: '@robin.sample', text: 'hello' }],
  ['chat.send', { platform: 'whatsapp', chat_id: 'chat_1', text: 'hello', account_id: 'acc_1' }],
]

const REFUSED: readonly [string, string, unknown][] = [
  ['nothing', 'contact.find', {}],
  ['a name alone', 'contact.find', { full_name: 'Robin Sample' }],
  ['a first name without a last name', 'contact.find', { first_name: 'Robin', domain: 'example.com' }],
  ['an unknown member', 'contact.find', { linkedin_url: PROFILE, linkedin: PROFILE }],
  ['a null', 'contact.find', { full_name: 'Robin Sample', domain: null }],
  ['a name of blanks', 'contact.find', { full_name: '   ', domain: 'example.com' }],
  ['a name without end', 'contact.find', { full_name: 'x'.repeat(201), domain: 'example.com' }],
  ['a domain without a dot', 'contact.find', { full_name: 'Robin Sample', domain: 'example' }],
  ['an address in place of a domain', 'contact.find', { full_name: 'Robin Sample', domain: 'https://example.com/x' }],
  ['a domain with a blank', 'contact.find', { full_name: 'Robin Sample', domain: 'exam ple.com' }],
  ['another site in place of LinkedIn', 'contact.find', { linkedin_url: 'https://example.com/in/robin' }],
  ['a site that only ends like LinkedIn', 'contact.find', { linkedin_url: 'https://notlinkedin.com/in/robin' }],
  ['a name alone', 'contact.phone', { full_name: 'Robin Sample' }],
  ['no email', 'contact.verify', { email: 'robin' }],
  ['an email beyond its length', 'contact.verify', { email: `${'a'.repeat(250)}@example.com` }],
  ['a national phone number', 'person.enrich', { phone: '2025550123' }],
  ['a company alone', 'person.enrich', { company: 'Example' }],
  ['letters in a CIK', 'company.filings', { cik: 'abc' }],
  ['a form alone', 'company.filings', { form: '10-K' }],
  ['a limit beyond the maximum', 'company.filings', { cik: '1', limit: 101 }],
  ['an unknown platform', 'social.profile', { platform: 'myspace', handle: 'x' }],
  ['a platform alone', 'social.profile', { platform: 'x' }],
  ['a script as URL', 'social.profile', { platform: 'x', url: 'javascript:alert(1)' }],
  ['a limit of zero', 'social.search', { platform: 'x', query: 'q', limit: 0 }],
  ['a limit that is no integer', 'social.search', { platform: 'x', query: 'q', limit: 1.5 }],
  ['a country by its name', 'web.search', { query: 'q', country: 'Germany' }],
  ['no content', 'email.send', { to: 'a@example.com', subject: 's' }],
  ['no subject', 'email.send', { to: 'a@example.com', text: 't' }],
  ['no recipient in the list', 'email.send', { to: [], subject: 's', text: 't' }],
  [
    'too many recipients',
    'email.send',
    { to: Array.from({ length: 51 }, (_, i) => `a${i}@example.com`), subject: 's', text: 't' },
  ],
  ['a note that the network would cut', 'linkedin.invite', { profile_url: PROFILE, message: 'x'.repeat(301) }],
  ['a message without a recipient', 'linkedin.message', { text: 'hello' }],
  ['an email in place of a profile', 'contact.find_by_profile', { linkedin_url: 'robin@example.com' }],
  ['an unknown department', 'contact.domain_emails', { domain: 'example.com', department: 'wizardry' }],
  ['nothing to search for', 'person.search', { limit: 5 }],
  ['an empty list of titles', 'person.search', { titles: [] }],
  ['a title in place of a list of titles', 'person.search', { titles: 'CEO' }],
  ['a title twice', 'person.search', { titles: ['CEO', 'CEO'] }],
  ['a size alone', 'company.search', { employees_min: 5 }],
  ['a limit beyond the maximum', 'company.similar', { domain: 'example.com', limit: 101 }],
  ['a day that is none', 'company.news', { name: 'Example', since: '2026-02-31' }],
  ['a post without its network', 'social.comments', { post_url: 'https://x.com/a/1' }],
  ['a file URL', 'web.scrape', { url: 'file:///etc/passwd' }],
  ['a keyword longer than any that is searched for', 'seo.keywords', { keywords: ['x'.repeat(81)] }],
  ['a device that is none', 'seo.serp', { query: 'q', device: 'watch' }],
  ['a phone on Instagram', 'chat.send', { platform: 'instagram', phone: '+12025550123', text: 'hello' }],
  ['a handle on WhatsApp', 'chat.send', { platform: 'whatsapp', handle: 'robin', text: 'hello' }],
  ['a network that has no chats here', 'chat.send', { platform: 'linkedin', handle: 'robin', text: 'hello' }],
  ['a message without a recipient', 'chat.send', { platform: 'whatsapp', text: 'hello' }],
]

describe('the capabilities', () => {
  it('are each found by its slug', () => {
    expect(new Set(CAPABILITIES.map(({ slug }) => slug)).size).toBe(CAPABILITIES.length)
    for (const capability of CAPABILITIES) expect(findCapability(capability.slug)).toBe(capability)
    expect(findCapability('contact.nothing')).toBeUndefined()
  })

  it.each(CAPABILITIES.map((capability) => [capability.slug, capability] as const))(
    '%s has an example that it accepts',
    (slug, capability) => {
      expect(accepts(slug, capability.exampleInput)).toBe(true)
    },
  )

  it.each(CAPABILITIES.map((capability) => [capability.slug, capability] as const))(
    '%s closes its objects and bounds its strings and lists',
    (_slug, capability) => {
      expect(unbounded(capability.inputSchema)).toEqual([])
      expect(unbounded(capability.outputSchema)).toEqual([])
    },
  )

  it.each(CAPABILITIES.map((capability) => [capability.slug, capability] as const))(
    '%s promises every output field, and each is always present',
    (_slug, capability) => {
      const fields = Object.keys(capability.outputSchema.properties)
      expect(fields.filter((field) => !(capability.outputSchema.required ?? []).includes(field))).toEqual(['simulated'])
    },
  )

  it.each(CAPABILITIES.map((capability) => [capability.slug, capability] as const))(
    '%s has only patterns that every validator reads alike',
    (_slug, { inputSchema, outputSchema }) => {
      for (const pattern of [...patternsOf(inputSchema), ...patternsOf(outputSchema)])
        expect(pattern).not.toMatch(/\\[pP]|\(\?[^:]|[^\u0020-\u007e]/)
    },
  )

  it('name the sends, and the member that bounds what is metered', () => {
    expect(CAPABILITIES.filter((capability) => capability.sends).map(({ slug }) => slug)).toEqual([
      'email.send',
      'linkedin.invite',
      'linkedin.message',
      'chat.send',
    ])
    for (const capability of CAPABILITIES) {
      const bounded = capability.billing === 'metered'
      expect(capability.limitField !== undefined).toBe(bounded)
      expect(defaultLimit(capability) !== null).toBe(bounded)
    }
  })

  it.each([
    [
      'per_call',
      [
        'contact.verify',
        'company.jobs',
        'company.news',
        'company.headcount',
        'company.filings',
        'linkedin.company',
        'web.search',
        'web.scrape',
        'seo.keywords',
        'seo.backlinks',
        'seo.serp',
        'email.send',
        'linkedin.invite',
        'linkedin.message',
        'chat.send',
      ],
    ],
    [
      'metered',
      [
        'contact.domain_emails',
        'person.search',
        'person.decision_makers',
        'company.search',
        'company.similar',
        'social.posts',
        'social.search',
        'social.comments',
        'linkedin.jobs',
        'web.map',
      ],
    ],
  ] as const)('are billed %s', (billing, slugs) => {
    expect(CAPABILITIES.filter((capability) => capability.billing === billing).map(({ slug }) => slug)).toEqual(slugs)
  })

  it.each(
    CAPABILITIES.filter(({ billing }) => billing === 'metered').map(
      (capability) => [capability.slug, capability] as const,
    ),
  )('%s lists no more items than the request may ask for', (_slug, capability) => {
    const { limit } = capability.inputSchema.properties
    const { items, links } = capability.outputSchema.properties
    expect(limit).toMatchObject({ default: expect.any(Number), maximum: expect.any(Number) })
    expect(items ?? links).toMatchObject({
      anyOf: [{ type: 'array', maxItems: limit && 'maximum' in limit ? limit.maximum : undefined }, { type: 'null' }],
    })
  })

  it('lists the sets of members that are enough', () => {
    const capability = findCapability('social.profile')
    expect(capability && sufficientInputs(capability)).toEqual([
      ['platform', 'handle'],
      ['platform', 'url'],
    ])
    const search = findCapability('web.search')
    expect(search && sufficientInputs(search)).toEqual([['query']])
  })
})

describe('a domain', () => {
  const [pattern = ''] = patternsOf(findCapability('company.technologies')?.inputSchema)
  const signs = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((sign) =>
    sign.isWellFormed(),
  )
  /** Signs of Latin-1 that replace others (a superscript two), and variations of a sign. */
  const NO_LETTERS = /[\u00aa-\u00be]|\p{Variation_Selector}/u

  it.each([['u'], ['']])(
    'is made of letters and digits of any script, also for validators with the flag "%s"',
    (flags) => {
      const fits = new RegExp(pattern, flags)
      const refused = signs.filter((sign) => !fits.test(`a${sign}b.example.com`))
      expect(refused.filter((sign) => /[\p{L}\p{N}\p{M}]/u.test(sign) && !NO_LETTERS.test(sign)).join('')).toBe('')
    },
  )

  it('has no other sign of ASCII, no blank and no invisible sign that reorders or joins words', () => {
    const fits = new RegExp(pattern, 'u')
    const taken = signs.slice(0, 0x80).filter((sign) => fits.test(`a${sign}b.example.com`))
    expect(taken.join('')).toBe('+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')
    expect(
      ['\u00a0', '\u00ad', '\u200b', '\u202e', '\u3000', '\u3002', '\ufeff'].filter((sign) =>
        fits.test(`a${sign}b.com`),
      ),
    ).toEqual([])
  })

  it.each([
    ['example.com', true],
    ['हिन्दी.भारत', true],
    [`${'a'.repeat(63)}.com`, true],
    [`${'a'.repeat(64)}.com`, false],
    ['example', false],
    ['-a.com', false],
    ['a-.com', false],
    ['a..com', false],
  ])('%s: %s', (value, fits) => {
    expect(new RegExp(pattern, 'u').test(value)).toBe(fits)
  })
})

describe('an input', () => {
  it.each(ACCEPTED)('%s accepts %j', (slug, input) => {
    expect(accepts(slug, input)).toBe(true)
  })

  it.each(REFUSED)('with %s is refused by %s', (_name, slug, input) => {
    expect(accepts(slug, input)).toBe(false)
  })
})

/** Every pattern of a schema. */
function patternsOf(schema: unknown): string[] {
  if (schema === null || typeof schema !== 'object') return []
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'pattern' && typeof value === 'string' ? [value] : patternsOf(value),
  )
}

/** The places of a schema that set no bound. */
function unbounded(schema: unknown, path = ''): string[] {
  if (schema === null || typeof schema !== 'object') return []
  const node: Readonly<Record<string, unknown>> = { ...schema }
  const bounded =
    (node.type === 'string' && (node.maxLength !== undefined || typeof node.pattern === 'string')) ||
    (node.type === 'array' && node.maxItems !== undefined) ||
    (node.type === 'object' && node.additionalProperties === false) ||
    !['string', 'array', 'object'].includes(String(node.type))
  const below = Object.entries(node).flatMap(([key, value]) => unbounded(value, `${path}/${key}`))
  return bounded ? below : [path, ...below]
}
