import { describe, expect, it } from '@jest/globals'
import { judgeLaw, type LawFacts } from '../../../domain/law/judge.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { sendOf } from '../../../domain/outbound/recipients.ts'

const COMPLETE = { legal_name: 'Example GmbH', postal_address: 'Musterweg 1', contact: 'privacy@example.com' }
const CANADIAN = { kind: 'email', value: 'robin@example.ca', position: 1, countries: [] } as const
const UNKNOWN = { kind: 'email', value: 'ada@example.com', position: 2, countries: [] } as const
const facts = (policy: LawFacts['policy'], more: Partial<LawFacts> = {}): LawFacts => ({
  profile: null,
  policy,
  people: [CANADIAN],
  contacted: false,
  ...more,
})
const send = (more: object = {}) => sendOf('email.send', { to: 'robin@example.ca', subject: 's', text: 't', ...more })
const judged = (of: LawFacts, sent = send()) => {
  const judgement = judgeLaw(of, sent, null)
  return judgement.kind === 'refused'
    ? `${judgement.error.code}: ${judgement.error.message}`
    : judgement.terms.unknown_country === true
      ? 'allowed with a hint'
      : 'allowed'
}

describe('a send', () => {
  const policy = { require_basis_for: ['CA'] }

  it('is allowed where the policy requires nothing of it', () => {
    expect([judged(facts({})), judged(facts({ require_basis_for: ['DE'] }))]).toEqual(['allowed', 'allowed'])
  })

  it('is refused in a country that requires a basis, by the place of its recipient', () => {
    expect(judged(facts(policy))).toMatch(
      /^lawful_basis_required: Recipient 1 is in CA, .*Nothing was sent or charged\.$/,
    )
    expect(judged(facts(policy, { people: [{ ...CANADIAN, countries: ['US'] }] }))).toBe('allowed')
    expect(judged(facts(policy, { people: [UNKNOWN, { ...CANADIAN, position: null }] }))).toMatch(/related to this/)
  })

  it.each([
    ['states a basis', { basis: { kind: 'consent', note: 'fair of 2026-10-01' } }, 'allowed'],
    ['states a basis without a note', { basis: { kind: 'contract' } }, 'allowed'],
    ['only states who wrote it', { ai_generated: true }, 'lawful_basis_required'],
    ['is a reply', { in_reply_to: '<a@example.com>' }, 'lawful_basis_required'],
    ['is transactional', { transactional: true }, 'lawful_basis_required'],
  ])('that %s', (_, more, expected) => {
    expect(judged(facts(policy), send(more)).split(':')[0]).toBe(expected)
  })

  it('to an unknown country passes with a hint, unless the policy blocks it', () => {
    const blocking = { ...policy, unknown_country: 'block' } as const
    const people = [UNKNOWN]
    expect([
      judged(facts(policy, { people })),
      judged(facts(policy, { people: [] })),
      judged(facts({ unknown_country: 'block' }, { people })),
      judged(facts(blocking, { people }), send({ basis: { kind: 'consent' } })),
    ]).toEqual(['allowed with a hint', 'allowed with a hint', 'allowed', 'allowed'])
    expect(judged(facts(blocking, { people }))).toMatch(/^lawful_basis_required: Recipient 2 is in an unknown country/)
    expect(judged(facts(blocking, { people: [] }), null)).toMatch(/^lawful_basis_required/)
  })

  it('needs a complete profile where the policy requires one', () => {
    const required = { require_profile: true }
    expect(judged(facts(required))).toMatch(/^sender_profile_required: .* has no legal_name, postal_address, contact:/)
    expect(judged(facts(required, { profile: { ...COMPLETE, country: 'DE' } }))).toBe('allowed')
  })
})

describe('what is added', () => {
  const written = (capability: string, input: JsonObject) => {
    const profile = { legal_name: 'Example GmbH' }
    const of = facts({ footer: 'append', ai_disclosure: 'line' }, { profile, people: null })
    const judgement = judgeLaw(of, sendOf(capability, input), { capability, input })
    return judgement.kind === 'allowed' ? judgement.terms : judgement
  }
  const mail = { to: 'a@example.com', subject: 's', text: 't' }
  const footer = { legal_name: 'Example GmbH', postal_address: null }

  it.each<[string, string, JsonObject, object]>([
    ['an email', 'email.send', mail, { footer }],
    ['an email of a model', 'email.send', { ...mail, ai_generated: true }, { footer, ai_line: true }],
    ['a reply', 'email.send', { ...mail, in_reply_to: '<a@example.com>', ai_generated: true }, { ai_line: true }],
    ['a transactional email', 'email.send', { ...mail, transactional: true }, {}],
    ['an email to several people', 'email.send', { ...mail, cc: 'b@example.com' }, {}],
    ['a chat message', 'chat.send', { platform: 'whatsapp', phone: '+12025550123', text: 't' }, {}],
    [
      'an invitation of a model',
      'linkedin.invite',
      { profile_url: 'linkedin.com/in/a', ai_generated: true },
      { ai_line: true },
    ],
  ])('to %s', (_, capability, input, terms) => {
    expect(written(capability, input)).toEqual(terms)
  })

  it('to a raw call is nothing', () => {
    expect(judgeLaw(facts({ footer: 'append' }), send(), null)).toEqual({ kind: 'allowed', terms: {} })
  })
})

describe('the link of the recipient', () => {
  const noticed = (capability: string, input: JsonObject, contacted = false) => {
    const of = facts({ notice_link: 'first_message' }, { people: null, contacted })
    const judgement = judgeLaw(of, sendOf(capability, input), { capability, input })
    return judgement.kind === 'allowed' && judgement.terms.notice === true
  }
  const mail = { to: 'a@example.com', subject: 's', text: 't' }
  it.each<[string, string, JsonObject, boolean]>([
    ['a first email', 'email.send', mail, true],
    ['a reply', 'email.send', { ...mail, in_reply_to: '<a@example.com>' }, false],
    ['a transactional email', 'email.send', { ...mail, transactional: true }, false],
    ['an email to two people', 'email.send', { ...mail, cc: 'b@example.com' }, false],
    ['a first chat message', 'chat.send', { platform: 'whatsapp', phone: '+12025550123', text: 't' }, true],
    ['a message into a chat', 'chat.send', { platform: 'whatsapp', chat_id: 'c', text: 't' }, false],
    ['an invitation', 'linkedin.invite', { profile_url: 'linkedin.com/in/a', message: 'm' }, false],
  ])('is in %s: %s', (_, capability, input, expected) => {
    expect(noticed(capability, input)).toBe(expected)
  })

  it('is in no message to a person who was contacted before', () => {
    expect(noticed('email.send', mail, true)).toBe(false)
  })
})
