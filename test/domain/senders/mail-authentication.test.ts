import { describe, expect, it } from '@jest/globals'
import { simulatedRecords } from '../../../domain/senders/email-domain.ts'
import {
  type DnsAnswer,
  type DnsQuestion,
  judge,
  questionsOf,
  simulatedDns,
} from '../../../domain/senders/mail-authentication.ts'

const DOMAIN = 'mail.acme.co.uk'
const AT = new Date('2026-11-29T08:00:00Z')
const NAMES = { path: 'send.mail.acme.co.uk', key: 'k1._domainkey.mail.acme.co.uk', dmarc: '_dmarc.mail.acme.co.uk' }
const record = (purpose: string, type: string, name: string, value: string) => ({
  purpose,
  type,
  name,
  value,
  ttl: 'Auto',
  priority: null,
  status: 'not_started',
})
/** As the provider writes them: without the registered domain. */
const RECORDS = [
  record('SPF', 'MX', 'send.mail', 'feedback.mailer.example'),
  record('SPF', 'TXT', 'send.mail', 'v=spf1 include:mailer.example ~all'),
  record('DKIM', 'TXT', 'k1._domainkey.mail', 'p=MIGfMA0GCSq'),
  record('Tracking', 'CNAME', 'links.mail', 'links.mailer.example'),
]
const PUBLISHED: Readonly<Record<string, readonly string[]>> = {
  [`MX ${NAMES.path}`]: ['Feedback.Mailer.example.'],
  [`TXT ${NAMES.path}`]: ['v=spf1 include:mailer.example ~all'],
  [`TXT ${NAMES.key}`]: ['v=DKIM1; k=rsa; p=MIGfMA0 GCSq'],
  [`TXT ${NAMES.dmarc}`]: ['v=DMARC1; p=reject; rua=mailto:a@acme.co.uk'],
}

/** The DNS as published, but for `changes`; null removes a name. */
function dns(changes: Readonly<Record<string, readonly string[] | null>> = {}) {
  const zone: Readonly<Record<string, readonly string[] | null>> = { ...PUBLISHED, ...changes }
  return ({ type, name }: DnsQuestion): DnsAnswer => {
    const values = zone[`${type} ${name}`] ?? null
    return values === null ? { kind: 'none' } : { kind: 'found', values }
  }
}
const judged = (changes?: Parameters<typeof dns>[0]) => judge(DOMAIN, RECORDS, { answerTo: dns(changes), at: AT })
const dmarcIs = (text: string) => judged({ [`TXT ${NAMES.dmarc}`]: [text] })
const stateOf = (answer: ReturnType<typeof judge>, name: string, type = 'TXT') =>
  answer?.records.find((one) => one.name === name && one.type === type)?.state

describe('the records of a domain', () => {
  it('are looked up by their full names, those for sending alone, and DMARC at the domain and above it', () => {
    expect(questionsOf(DOMAIN, RECORDS)).toEqual([
      { type: 'MX', name: NAMES.path },
      { type: 'TXT', name: NAMES.path },
      { type: 'TXT', name: NAMES.key },
      { type: 'TXT', name: NAMES.dmarc },
      { type: 'TXT', name: '_dmarc.acme.co.uk' },
    ])
    expect(questionsOf('acme.org', [record('DKIM', 'TXT', 'k1._domainkey.ACME.org.', 'p=a')])).toEqual([
      { type: 'TXT', name: 'k1._domainkey.acme.org' },
      { type: 'TXT', name: '_dmarc.acme.org' },
    ])
  })

  it('prove the domain when they are published, however their owner writes them', () => {
    expect(judged()).toEqual({
      state: 'proven',
      checked_at: AT.toISOString(),
      dmarc: { policy: 'reject', name: NAMES.dmarc, aligned: ['spf', 'dkim'] },
      records: [
        expect.objectContaining({ proof: 'spf', type: 'MX', state: 'found', found: ['Feedback.Mailer.example.'] }),
        expect.objectContaining({ proof: 'spf', type: 'TXT', state: 'found' }),
        expect.objectContaining({ proof: 'dkim', state: 'found', expected: 'p=MIGfMA0GCSq' }),
        expect.objectContaining({ proof: 'dmarc', name: NAMES.dmarc, state: 'found' }),
      ],
    })
  })

  it.each<[string, Parameters<typeof dns>[0], string, string, string]>([
    ['no SPF record', { [`TXT ${NAMES.path}`]: ['google-site-verification=1'] }, NAMES.path, 'TXT', 'missing'],
    [
      'two SPF records',
      { [`TXT ${NAMES.path}`]: ['v=spf1 include:mailer.example -all', 'v=spf1 -all'] },
      NAMES.path,
      'TXT',
      'differs',
    ],
    [
      'SPF of another sender',
      { [`TXT ${NAMES.path}`]: ['v=spf1 include:other.example ~all'] },
      NAMES.path,
      'TXT',
      'differs',
    ],
    [
      'SPF with more senders',
      { [`TXT ${NAMES.path}`]: ['V=SPF1 include:other.example include:mailer.example -all'] },
      NAMES.path,
      'TXT',
      'found',
    ],
    ['another key', { [`TXT ${NAMES.key}`]: ['p=other'] }, NAMES.key, 'TXT', 'differs'],
    ['a revoked key', { [`TXT ${NAMES.key}`]: ['v=DKIM1; p='] }, NAMES.key, 'TXT', 'differs'],
    ['another host', { [`MX ${NAMES.path}`]: ['mx.other.example'] }, NAMES.path, 'MX', 'differs'],
    ['no host', { [`MX ${NAMES.path}`]: null }, NAMES.path, 'MX', 'missing'],
  ])('with %s', (_, changes, name, type, state) => {
    const answer = judged(changes)
    expect(stateOf(answer, name, type)).toBe(state)
    const one = answer?.records.find((found) => found.name === name && found.type === type)
    expect(one?.hint === undefined).toBe(state === 'found')
  })
})

describe('DMARC', () => {
  it.each([
    ['v=DMARC1; p=none', 'none'],
    ['v=DMARC1;p=Quarantine;pct=20', 'quarantine'],
    ['v = DMARC1 ; p = reject ', 'reject'],
    ['v=DMARC1; rua=mailto:a@acme.co.uk', 'none'],
    ['v=DMARC1; p=anything; rua=mailto:a@acme.co.uk', 'none'],
    ['v=DMARC1', null],
    ['v=DMARC1; p=anything', null],
    ['v=DMARC10; p=none', null],
    ['p=none; v=DMARC1', null],
  ])('reads %j', (text, policy) => {
    expect(dmarcIs(text)?.dmarc?.policy ?? null).toBe(policy)
  })

  it('of several records counts none, and the record differs', () => {
    const answer = judged({ [`TXT ${NAMES.dmarc}`]: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] })
    expect([answer?.state, answer?.dmarc, stateOf(answer, NAMES.dmarc)]).toEqual(['unproven', null, 'differs'])
  })

  it('of the domain above counts where the domain has none, with its policy for subdomains', () => {
    const above = { [`TXT ${NAMES.dmarc}`]: null, 'TXT _dmarc.acme.co.uk': ['v=DMARC1; p=reject; sp=quarantine'] }
    expect(judged(above)?.dmarc).toEqual({ policy: 'quarantine', name: '_dmarc.acme.co.uk', aligned: ['spf', 'dkim'] })
    const none = judged({ [`TXT ${NAMES.dmarc}`]: null })
    expect([none?.state, none?.records.at(-1)]).toMatchObject([
      'unproven',
      { proof: 'dmarc', name: NAMES.dmarc, expected: 'v=DMARC1; p=none;', state: 'missing' },
    ])
  })

  it('is aligned by what is found: strict means the domain itself', () => {
    expect(dmarcIs('v=DMARC1; p=none; aspf=s; adkim=s')?.dmarc?.aligned).toEqual(['dkim'])
    const withoutKey = { [`TXT ${NAMES.key}`]: null, [`TXT ${NAMES.dmarc}`]: ['v=DMARC1; p=none; aspf=s'] }
    const answer = judged(withoutKey)
    expect([answer?.state, answer?.dmarc?.aligned]).toEqual(['unproven', []])
    expect(answer?.records.at(-1)).toMatchObject({ proof: 'dmarc', state: 'found', hint: expect.any(String) })
    expect(judged({ [`TXT ${NAMES.key}`]: null })).toMatchObject({ state: 'proven', dmarc: { aligned: ['spf'] } })
  })

  it.each([
    ['v=DMARC1; p=none; adkim=s', []],
    ['v=DMARC1; p=none', ['dkim']],
  ])('%j of a key that signs for a subdomain is aligned by %j', (text, aligned) => {
    const key = record('DKIM', 'TXT', 'k1._domainkey.eu.mail.acme.co.uk', 'p=a')
    const answerTo = ({ name }: DnsQuestion): DnsAnswer => ({
      kind: 'found',
      values: [name.startsWith('_dmarc') ? text : 'p=a'],
    })
    expect(judge(DOMAIN, [key], { answerTo, at: AT })?.dmarc?.aligned).toEqual(aligned)
  })
})

describe('what is not known', () => {
  it.each(questionsOf(DOMAIN, RECORDS))('nothing new, while $type $name has no answer', (silent) => {
    const answerTo = (question: DnsQuestion): DnsAnswer =>
      question.type === silent.type && question.name === silent.name ? { kind: 'unreachable' } : dns()(question)
    expect(judge(DOMAIN, RECORDS, { answerTo, at: AT })).toBeNull()
  })

  it('is bounded: what anyone publishes is cut', () => {
    const flood = Array.from({ length: 500 }, (_, index) => `v=DMARC1; p=none; x=${index}${'a'.repeat(10_000)}\0`)
    const answer = judged({ [`TXT ${NAMES.dmarc}`]: flood })
    expect(JSON.stringify(answer).length).toBeLessThan(10_000)
    expect(JSON.stringify(answer)).not.toContain('\\u0000')
  })
})

it('a verified sandbox domain is proven', () => {
  const [domain, records] = ['mail.example.com', simulatedRecords('mail.example.com', 'verified')]
  expect(judge(domain, records, { answerTo: simulatedDns(domain), at: AT })?.state).toBe('proven')
})
