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
  ])('%s is the %s %s', (text, kind, value) => {
    expect(readSuppressionSubject(text)).toEqual({ kind: 'read', subject: { kind, value } })
  })

  it.each([
    ['@Robin', 'instagram', { kind: 'handle', value: 'instagram:robin' }],
    ['@robin', 'twitter', { kind: 'handle', value: 'x:robin' }],
    // Only handles have a network.
    ['robin@example.com', 'instagram', { kind: 'email', value: 'robin@example.com' }],
    ['x:robin', 'instagram', { kind: 'handle', value: 'x:robin' }],
  ])('%s with the platform %s is read', (text, platform, subject) => {
    expect(readSuppressionSubject(text, platform)).toEqual({ kind: 'read', subject })
  })

  it.each([
    ['@robin', undefined, /platform/],
    ['@robin', 'nowhere at all', /email, domain/],
    ['Robin Sample', undefined, /email, domain/],
    ['555 0123', undefined, /email, domain/],
    ['https://example.com/about', undefined, /page/],
    ['com', undefined, /email, domain|registered/],
    ['co.uk', undefined, /email, domain|registered/],
    ['   ', undefined, /email, domain/],
    ['a'.repeat(2_001), undefined, /email, domain/],
  ])('%s (platform %s) is refused with its reason', (text, platform, reason) => {
    expect(readSuppressionSubject(text, platform)).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) })
  })
})
