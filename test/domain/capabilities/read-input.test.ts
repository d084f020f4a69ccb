import { describe, expect, it } from '@jest/globals'
import { findCapability } from '../../../domain/capabilities/catalog.ts'
import { publishedSchema } from '../../../domain/capabilities/published.ts'
import { readInput } from '../../../domain/capabilities/read-input.ts'

function read(slug: string, input: unknown) {
  const capability = findCapability(slug)
  if (capability === undefined) throw new Error(`no capability ${slug}`)
  return readInput(capability.inputSchema, input)
}

describe('an input as people write it', () => {
  it.each([
    ['company.enrich', { domain: 'https://www.acme.example/' }, { domain: 'acme.example' }],
    ['company.enrich', { domain: ' WWW.Acme.Example. ' }, { domain: 'acme.example' }],
    ['company.enrich', { domain: 'https://acme.example/team?x=1' }, { domain: 'acme.example' }],
    ['company.enrich', { domain: 'https://bücher.example' }, { domain: 'xn--bcher-kva.example' }],
    ['person.search', { domains: ['https://www.a.example', 'B.example'] }, { domains: ['a.example', 'b.example'] }],
    ['contact.verify', { email: 'Ada One <ada@example.com>' }, { email: 'ada@example.com' }],
    ['contact.verify', { email: ' Ada@Example.com ' }, { email: 'ada@example.com' }],
    ['contact.verify', { email: 'mailto:ada@example.com' }, { email: 'ada@example.com' }],
    ['contact.verify', { email: 'robin+no-match@example.com' }, { email: 'robin+no-match@example.com' }],
    ['email.send', { to: 'Ada <ADA@example.com>' }, { to: 'ada@example.com' }],
    ['email.send', { to: 'a@example.com; Bob <B@example.com>;' }, { to: ['a@example.com', 'b@example.com'] }],
    ['email.send', { cc: 'a@example.com, b@example.com, a@example.com' }, { cc: ['a@example.com', 'b@example.com'] }],
    [
      'email.send',
      { bcc: ['a@example.com; b@example.com', 'c@example.com'] },
      { bcc: ['a@example.com', 'b@example.com', 'c@example.com'] },
    ],
    ['email.send', { in_reply_to: ' 1@example.com' }, { in_reply_to: '<1@example.com>' }],
    ['email.send', { to: ['Ada <ada@example.com>', 'b@example.com'] }, { to: ['ada@example.com', 'b@example.com'] }],
    ['contact.find', { linkedin_url: 'in/bob-j-2' }, { linkedin_url: 'https://www.linkedin.com/in/bob-j-2' }],
    [
      'contact.find',
      { linkedin_url: 'de.linkedin.com/in/Bob-J-2/?x=1' },
      { linkedin_url: 'https://www.linkedin.com/in/bob-j-2' },
    ],
    [
      'linkedin.invite',
      { profile_url: 'https://www.linkedin.com/in/ACoAABcdEFGhijKLMnop' },
      { profile_url: 'https://www.linkedin.com/in/ACoAABcdEFGhijKLMnop' },
    ],
    ['company.enrich', { domain: 'facebook.com' }, { domain: 'facebook.com' }],
    ['company.enrich', { linkedin_url: 'company/acme' }, { linkedin_url: 'https://www.linkedin.com/company/acme' }],
    ['person.enrich', { phone: '+1 (415) 555-0132' }, { phone: '+14155550132' }],
    ['person.enrich', { phone: '0044 20 7946 0018' }, { phone: '+442079460018' }],
    // As written: WhatsApp knows people in Mexico by the older spelling.
    ['person.enrich', { phone: '+52 1 55 1234 5678' }, { phone: '+5215512345678' }],
    ['person.enrich', { phone: '+54 11 2345-6789' }, { phone: '+541123456789' }],
    ['web.scrape', { url: 'www.acme.example/about' }, { url: 'https://www.acme.example/about' }],
    ['web.scrape', { url: ' http://acme.example/a?utm_source=x ' }, { url: 'http://acme.example/a?utm_source=x' }],
    ['contact.find', { full_name: '  Ada One\u200b ' }, { full_name: 'Ada One' }],
    ['web.search', { query: ' q ', country: ' us ' }, { query: ' q ', country: 'us' }],
    ['contact.find', { full_name: 'Ada', domain: null }, { full_name: 'Ada' }],
  ])('of %s: %j is read', (slug, written, expected) => {
    expect(read(slug, written)).toEqual({ input: expected, faults: [] })
  })

  it.each([
    ['person.enrich', { phone: '(415) 555-0132' }, '/phone', /country code/],
    ['person.enrich', { phone: 4155550132 }, '/phone', /^is a number, which has no country code: write it as text/],
    ['contact.verify', { email: 7 }, '/email', /^is a number: write it as text/],
    ['email.send', { to: ['a@example.com', 7] }, '/to/1', /^is a number/],
    ['contact.verify', { email: 'ada' }, '/email', /ada@example.com$/],
    ['contact.verify', { email: 'kim@example.com, Ok <ok@example.com>' }, '/email', /one email address/],
    ['email.send', { to: ['a@example.com', 'kim'] }, '/to/1', /email address/],
    ['email.send', { to: 'a@example.com; kim' }, '/to', /./],
    ['company.enrich', { domain: 'https://linktr.ee/acme' }, '/domain', /site that many share/],
    ['company.enrich', { domain: 'https://www.facebook.com/acme' }, '/domain', /site that many share/],
    ['company.enrich', { domain: 'ada@example.com' }, '/domain', /email address/],
    ['company.enrich', { domain: 'Acme Inc' }, '/domain', /example.com$/],
    ['company.enrich', { domain: 'co.uk' }, '/domain', /domain/],
    ['linkedin.invite', { profile_url: 'https://www.linkedin.com/company/acme' }, '/profile_url', /page of a company/],
    ['linkedin.invite', { profile_url: 'https://www.linkedin.com/feed/' }, '/profile_url', /LinkedIn profile/],
    [
      'linkedin.invite',
      { profile_url: 'https://www.linkedin.com/sales/lead/ACwAAB' },
      '/profile_url',
      /Sales Navigator/,
    ],
    ['company.enrich', { linkedin_url: 'in/bob-j-2' }, '/linkedin_url', /this is a person/],
    ['web.scrape', { url: 'file:///etc/passwd' }, '/url', /web address/],
    ['web.scrape', { url: 'javascript:alert(1)' }, '/url', /web address/],
  ])('of %s: %j is refused with a sentence and an example', (slug, written, path, message) => {
    const { faults } = read(slug, written)
    expect(faults).toEqual([{ path, message: expect.stringMatching(message) }])
    expect(faults[0]?.message).not.toMatch(/\^|pattern|schema/)
  })

  it('is not changed by a second reading', () => {
    const once = read('contact.find', {
      full_name: ' Ada ',
      domain: 'https://www.bücher.example/',
      linkedin_url: 'in/ä-1',
    })
    expect(read('contact.find', once.input)).toEqual(once)
  })

  it('keeps what is no object, and members that the schema does not know, for the schema to refuse', () => {
    expect(read('contact.find', [1])).toEqual({ input: [1], faults: [] })
    expect(read('contact.find', { nonsense: null, domain: true })).toEqual({
      input: { nonsense: null, domain: true },
      faults: [],
    })
  })
})

describe('the published schema of an input', () => {
  it('has no pattern that refuses what is read, and states what is read', () => {
    const published = publishedSchema(findCapability('email.send')?.inputSchema ?? {})
    const schema = JSON.stringify(published)
    expect(schema).not.toMatch(/"format":"email"/)
    expect(schema).toContain('Ada <ada@example.com>')
    expect(JSON.stringify(publishedSchema(findCapability('contact.find')?.inputSchema ?? {}))).not.toContain(
      '\\\\u0000',
    )
  })
})
