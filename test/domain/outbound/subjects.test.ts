import { describe, expect, it } from '@jest/globals'
import { readSuppressionSubject } from '../../../domain/outbound/subjects.ts'

describe('a subject of the suppression list', () => {
  it.each([
    [' Robin+News@Example.com ', 'email', 'robin+news@example.com'],
    ['www.Bücher.example', 'domain', 'xn--bcher-kva.example'],
    ['https://example.co.uk/', 'domain', 'example.co.uk'],
    ['mail.example.co.uk', 'domain', 'mail.example.co.uk'],
    ['https://de.linkedin.com/in/Robin-Sample?trk=1', 'linkedin', 'in/robin-sample'],
    ['https://www.linkedin.com/company/example/', 'linkedin', 'company/example'],
    ['+1 (202) 555-0123', 'phone', '+12025550123'],
    ['Instagram:Robin', 'handle', 'instagram:robin'],
    ['twitter:@robin', 'handle', 'x:robin'],
    ['https://x.com/Robin', 'handle', 'x:robin'],
    ['*@wild.example', 'domain', 'wild.example'],
    ['@example.org', 'domain', 'example.org'],
    [' "@Mail.Example.co.uk", ', 'domain', 'mail.example.co.uk'],
    ['@bücher.example', 'domain', 'xn--bcher-kva.example'],
    ['\u2068s4@example.com\u2069', 'email', 's4@example.com'],
    ['a\u200Dda@example.com', 'email', 'ada@example.com'],
    ['mailto:%20s6@example.com', 'email', 's6@example.com'],
    ["'s8@example.com", 'email', 's8@example.com'],
    ['“ada@example.com”', 'email', 'ada@example.com'],
    ['<ada@example.com>;', 'email', 'ada@example.com'],
    ['ada@example.com (Ada)', 'email', 'ada@example.com'],
    ['https://www.linkedin.com/in/sup-one-1)', 'linkedin', 'in/sup-one-1'],
    ['[Ada](https://www.linkedin.com/in/ada-1)', 'linkedin', 'in/ada-1'],
    ['+52 1 55 1234 5678', 'phone', '+525512345678'],
    ['14155550198:3@s.whatsapp.net', 'phone', '+14155550198'],
  ])('%s is the %s %s', (text, kind, value) => {
    expect(readSuppressionSubject(text)).toEqual({ kind: 'read', subject: { kind, value } })
  })

  it.each([
    ['@Robin', 'instagram', { kind: 'handle', value: 'instagram:robin' }],
    ['@robin', 'twitter', { kind: 'handle', value: 'x:robin' }],
    // Only handles have a network.
    ['robin@example.com', 'instagram', { kind: 'email', value: 'robin@example.com' }],
    ['x:robin', 'instagram', { kind: 'handle', value: 'x:robin' }],
    ['@example.org', 'instagram', { kind: 'handle', value: 'instagram:example.org' }],
  ])('%s with the platform %s is read', (text, platform, subject) => {
    expect(readSuppressionSubject(text, platform)).toEqual({ kind: 'read', subject })
  })

  it.each([
    ['@robin', undefined, /platform/],
    ['@robin.sample', undefined, /platform/],
    ['@co.uk', undefined, /platform/],
    ['@robin', 'nowhere at all', /no name of a network/],
    ['Robin Sample', undefined, /names no person/],
    ['555 0123', undefined, /country code is missing/],
    ['info*@example.com', undefined, /star/],
    ['*.example.com', undefined, /star/],
    ['ada@example.com kim@example.com', undefined, /several addresses/],
    ['120363000000000000@g.us', undefined, /WhatsApp/],
    ['linkedin.com/in/undefined', undefined, /missing/],
    ['noemail@noemail.com', undefined, /nothing is known/],
    ['n/a', undefined, /nothing is known/],
    ['https://example.com/about', undefined, /page/],
    ['com', undefined, /names no person/],
    ['co.uk', undefined, /names no person/],
    ['   ', undefined, /nothing is known/],
    ['a'.repeat(2_001), undefined, /names no person/],
  ])('%s (platform %s) is refused with its reason', (text, platform, reason) => {
    expect(readSuppressionSubject(text, platform)).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) })
  })
})
