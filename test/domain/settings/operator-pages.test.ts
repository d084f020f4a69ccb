import { describe, expect, it } from '@jest/globals'
import { readOperatorDocuments as read, unpublished } from '../../../domain/settings/operator-pages.ts'

const EXPIRES = '2027-06-30'
const BEFORE = Date.parse(EXPIRES) - 1

describe("the operator's pages", () => {
  it('are at a URL or in a file, or not published yet', () => {
    expect(read({ TERMS: ' https://example.com/terms ', PRIVACY: '/etc/service/privacy.md' }).pages).toEqual({
      terms: { url: 'https://example.com/terms' },
      privacy: { file: '/etc/service/privacy.md' },
      imprint: null,
    })
    expect(() => read({ IMPRINT: 'javascript://x' })).toThrow(
      'IMPRINT must be a URL such as https://example.com/imprint',
    )
  })

  it('have a contact for vulnerabilities as a URI, with the time until which it counts', () => {
    expect(
      read({ SECURITY_CONTACT: 'Security@example.com, https://example.com/report', SECURITY_EXPIRES: EXPIRES }),
    ).toMatchObject({
      security: {
        contacts: ['mailto:security@example.com', 'https://example.com/report'],
        expires: '2027-06-30T00:00:00.000Z',
      },
    })
    expect(() => read({ SECURITY_CONTACT: 'security@example.com' })).toThrow('RFC 9116 requires both')
    expect(() => read({ SECURITY_CONTACT: 'call us', SECURITY_EXPIRES: EXPIRES })).toThrow('SECURITY_CONTACT must be')
    expect(() => read({ SECURITY_CONTACT: 'a@example.com', SECURITY_EXPIRES: 'soon' })).toThrow('SECURITY_EXPIRES must')
  })

  it('are named by their variables where they are missing or outdated', () => {
    expect(unpublished(read({}), BEFORE)).toEqual([
      'TERMS',
      'PRIVACY',
      'IMPRINT',
      'SECURITY_CONTACT',
      'SECURITY_EXPIRES',
    ])
    const all = read({
      ...Object.fromEntries(['TERMS', 'PRIVACY', 'IMPRINT'].map((name) => [name, 'https://example.com/'])),
      SECURITY_CONTACT: 'security@example.com',
      SECURITY_EXPIRES: EXPIRES,
    })
    expect([unpublished(all, BEFORE), unpublished(all, BEFORE + 1)]).toEqual([[], ['SECURITY_EXPIRES']])
  })
})
