import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { domainsOf } from '../../../domain/identity/covers.ts'
import { SUBJECT_KINDS } from '../../../domain/identity/kinds.ts'
import { detectSubject, readSubject, VALUE_LENGTH_MAX } from '../../../domain/identity/read.ts'
import { numRunsFor } from '../../support/seed.ts'

const pieces = fc.constantFrom(
  'ada',
  'Acme',
  'acme.com',
  '.co.uk',
  'münchen',
  'ẞ',
  'ﬁ',
  'İ',
  'Σ',
  '@',
  '.',
  '/',
  ':',
  '+',
  '%',
  '%2F',
  '%C3%A9',
  '%25',
  '?',
  '#',
  '&',
  'utm_source=x',
  ' ',
  '-',
  '_',
  'https://',
  'www.',
  'linkedin.com/in/',
  'x.com/',
  'x:',
  'whatsapp:',
  'wa.me/',
  '@c.us',
  'linkedin:',
  'twitter:',
  '+15550100123',
  '0049',
  '30901820',
  '(0)',
  'tel:',
  'mailto:',
  '<',
  '>',
  '\u200B',
  '\u0000',
  '\uD800',
  ':443',
  ':80',
  '//',
  '\\',
  'xn--',
  '。',
  'u/',
  '\u0301',
)
const text = fc.oneof(
  fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.emailAddress(),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.domain(),
)

const RUNS = { numRuns: numRunsFor(2_000) }

describe('the normal form of a subject', () => {
  it('is stable: a second normalization changes nothing, whatever the text', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(...SUBJECT_KINDS), (written, kind) => {
        for (const found of [detectSubject(written), readSubject(written, kind)]) {
          if (found !== null) expect(readSubject(found.value, found.kind)).toEqual(found)
        }
      }),
      RUNS,
    )
  })

  it('fits the tables: no NUL, no half characters, bounded', () => {
    fc.assert(
      fc.property(text, (written) => {
        const found = detectSubject(written)
        if (found === null) return
        expect(found.value).not.toContain('\u0000')
        expect(found.value.isWellFormed()).toBe(true)
        if (found.kind !== 'text') expect(found.value.length).toBeLessThanOrEqual(VALUE_LENGTH_MAX)
      }),
      RUNS,
    )
  })

  it('is the same for a detected kind and for a given one', () => {
    fc.assert(
      fc.property(text, (written) => {
        const found = detectSubject(written)
        if (found !== null) expect(readSubject(written, found.kind)).toEqual(found)
      }),
      { ...RUNS, examples: [[':@c.us']] },
    )
  })
})

describe('the domains that cover a subject', () => {
  it.each([
    [{ kind: 'email', value: 'ada@mail.eu.acme.co.uk' }, ['mail.eu.acme.co.uk', 'eu.acme.co.uk', 'acme.co.uk']],
    [{ kind: 'url', value: 'shop.acme.com:8080/x@y.com' }, ['shop.acme.com', 'acme.com']],
    [{ kind: 'domain', value: 'acme.com' }, ['acme.com']],
    [{ kind: 'domain', value: 'ada.github.io' }, ['ada.github.io', 'github.io']],
    [{ kind: 'url', value: '10.1.2.3/x' }, []],
    [{ kind: 'url', value: 'localhost:3000' }, []],
    [{ kind: 'text', value: 'acme.com' }, []],
    [{ kind: 'handle', value: 'x:ada' }, []],
  ] as const)('of %j are %j', (identity, domains) => {
    expect(domainsOf(identity)).toEqual(domains)
  })

  it('are few, and include the host and its registered domain, whatever the host', () => {
    const host = `${'a.'.repeat(100)}acme.co.uk`
    const domains = domainsOf({ kind: 'domain', value: host })
    expect(domains.length).toBeLessThanOrEqual(8)
    expect(domains).toEqual(expect.arrayContaining([host, 'acme.co.uk']))
    expect(domains).not.toContain('co.uk')
  })
})
