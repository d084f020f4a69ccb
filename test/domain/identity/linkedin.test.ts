import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { detectSubject, readSubject } from '../../../domain/identity/read.ts'

const letters = 'abcdefghijklmnopqrstuvwxyzäöé0123456789'
const slug = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...letters), minLength: 3, maxLength: 20 }),
    fc.string({ unit: fc.constantFrom(...letters, '-'), maxLength: 10 }),
  )
  .map(([first, rest]) => `${first}-${rest}1`)
const scheme = fc.constantFrom('', 'http://', 'https://', 'HTTPS://', '//')
const host = fc.constantFrom(
  'linkedin.com',
  'www.linkedin.com',
  'uk.linkedin.com',
  'de.linkedin.com',
  'm.linkedin.com',
  'touch.www.linkedin.com',
  'WWW.LinkedIn.com',
)
const before = fc.constantFrom('', '/mwlite', '/comm')
const after = fc.constantFrom(
  '',
  '/',
  '?trk=people',
  '/?originalSubdomain=uk',
  '/details/experience/',
  '/de',
  '/recent-activity/all/',
  '/overlay/contact-info/',
  '#about',
)
const written = fc.constantFrom<(slug: string) => string>(
  (text) => text,
  encodeURIComponent,
  (text) => encodeURIComponent(encodeURIComponent(text)),
  (text) => text.toUpperCase(),
  (text) => text.normalize('NFD'),
)

describe('a profile on LinkedIn', () => {
  it('has one slug, whatever the form of its URL', () => {
    fc.assert(
      fc.property(
        fc.record({ slug, scheme, host, before, after, written, kind: fc.constantFrom('in', 'company', 'IN') }),
        (form) => {
          const url = `${form.scheme}${form.host}${form.before}/${form.kind}/${form.written(form.slug)}${form.after}`
          expect(detectSubject(url)).toEqual({ kind: 'linkedin', value: `${form.kind.toLowerCase()}/${form.slug}` })
          expect(readSubject(url, 'linkedin')).toEqual(detectSubject(url))
        },
      ),
    )
  })

  it.each([
    ['https://www.linkedin.com/pub/ada-lovelace/1/2b3/c45', 'in/ada-lovelace-c452b31'],
    ['https://uk.linkedin.com/pub/ada-lovelace/12/b3/45', 'in/ada-lovelace-0450b312'],
    ['linkedin.com/pub/ada-lovelace', 'in/ada-lovelace'],
    ['linkedin:ada', 'in/ada'],
    ['in/ada', 'in/ada'],
    ['/company/acme/', 'company/acme'],
  ])('%s is %s', (text, value) => {
    expect(detectSubject(text)).toEqual({ kind: 'linkedin', value })
  })

  it.each([
    'https://www.linkedin.com/sales/lead/ACwAAA,NAME_SEARCH',
    'https://www.linkedin.com/sales/people/ACwAAA',
    'https://www.linkedin.com/posts/ada_activity-1',
    'https://www.linkedin.com/jobs/view/1',
    'https://www.linkedin.com/in/%E0%A4%A',
    'https://www.linkedin.com/in/a%2Fb',
    'https://www.linkedin.com/in/',
    // A search by name, whose results are of many people.
    'https://www.linkedin.com/pub/dir/Ada/Lovelace',
    'https://www.linkedin.com/pub/dir/?firstName=Ada',
    'https://notlinkedin.com/in/ada',
  ])('%s is a URL and not a profile', (text) => {
    expect(detectSubject(text)?.kind).toBe('url')
    expect(readSubject(text, 'linkedin')).toBeNull()
  })
})
