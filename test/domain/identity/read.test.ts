import { describe, expect, it } from '@jest/globals'
import { detectSubject, readSubject } from '../../../domain/identity/read.ts'
import type { SubjectKind } from '../../../domain/identity/kinds.ts'

const shown = (text: string) => {
  const found = detectSubject(text)
  return found === null ? null : `${found.kind} ${found.value}`
}
const read = (text: string, kind: SubjectKind, platform?: string) => {
  const found = readSubject(text, kind, platform)
  return found === null ? null : `${found.kind} ${found.value}`
}

describe('the identity in a text', () => {
  it.each([
    ['Ada@Acme.COM', 'email ada@acme.com'],
    ['ada+news@acme.com', 'email ada+news@acme.com'],
    ['ada@MÜNCHEN.de', 'email ada@xn--mnchen-3ya.de'],
    ['ada@xn--mnchen-3ya.de', 'email ada@xn--mnchen-3ya.de'],
    ['Ada Lovelace <ada@acme.com>', 'email ada@acme.com'],
    ['mailto:ada@acme.com?subject=hello', 'email ada@acme.com'],
    ['\u200Bada@acme.com\u00A0', 'email ada@acme.com'],
    ['acme.com', 'domain acme.com'],
    ['WWW.Acme.com.', 'domain acme.com'],
    ['https://www.acme.com/', 'domain acme.com'],
    ['ada@www.acme.com', 'email ada@www.acme.com'],
    ['shop.acme.co.uk', 'domain shop.acme.co.uk'],
    ['bücher.example', 'domain xn--bcher-kva.example'],
    ['例え.jp', 'domain xn--r8jz45g.jp'],
    ['no-match.example.com', 'domain no-match.example.com'],
    ['https://www.Acme.com/Pricing/?utm_source=x&plan=pro&gclid=1#top', 'url acme.com/Pricing?plan=pro'],
    ['acme.com/pricing', 'url acme.com/pricing'],
    ['http://localhost:3000/x', 'url localhost:3000/x'],
    ['http://10.1.2.3/x', 'url 10.1.2.3/x'],
    ['@Ada', 'handle ada'],
    ['twitter:@Ada', 'handle x:ada'],
    ['instagram:ada.l', 'handle instagram:ada.l'],
    ['https://twitter.com/Ada?s=20', 'handle x:ada'],
    ['x.com/ada', 'handle x:ada'],
    ['https://m.facebook.com/ada.l', 'handle facebook:ada.l'],
    ['https://www.instagram.com/ada/', 'handle instagram:ada'],
    ['https://www.tiktok.com/@ada', 'handle tiktok:ada'],
    ['youtube.com/@Ada/videos', 'handle youtube:ada'],
    ['https://www.youtube.com/user/Ada', 'handle youtube:user/ada'],
    ['https://m.youtube.com/c/Ada/about?sub=1', 'handle youtube:c/ada'],
    ['youtube.com/User/ada/', 'handle youtube:user/ada'],
    ['https://www.youtube.com/channel/UCsample', 'handle youtube:ucsample'],
    ['youtube:user/Ada', 'handle youtube:user/ada'],
    ['yt:c/ada', 'handle youtube:c/ada'],
    ['https://x.com/ada/status/12', 'url x.com/ada/status/12'],
    ['https://x.com/explore', 'url x.com/explore'],
    ['https://www.instagram.com/p/Cabc/', 'url instagram.com/p/Cabc'],
    ['+1 (555) 010-0123', 'phone +15550100123'],
    ['0049 30 901820', 'phone +4930901820'],
    ['+49 (0)30 901820', 'phone +4930901820'],
    ['tel:+15550100123', 'phone +15550100123'],
    ['whatsapp:15550100123', 'phone +15550100123'],
    ['mailto:15550100123@c.us?', 'text mailto:15550100123@c.us?'],
    ['https://wa.me/15550100123', 'phone +15550100123'],
    ['https://signal.me/#p/+15550100123', 'phone +15550100123'],
    ['signal.me/#eu/abcDEF', 'url signal.me/eu/abcDEF'],
    ['https://matrix.to/#/@ada:matrix.org', 'url matrix.to/@ada:matrix.org'],
    ['https://acme.com/#/team', 'domain acme.com'],
    [`${'[a]('.repeat(9)}acme.com${')'.repeat(9)}`, 'domain acme.com'],
    [`${'[a]('.repeat(99)}acme.com${')'.repeat(99)}`, `text ${'[a]('.repeat(99)}acme.com${')'.repeat(99)}`],
    ['15550100123@s.whatsapp.net', 'phone +15550100123'],
    ['  Ada \t LOVELACE ', 'text ada lovelace'],
    ['Ｓｔｒａße', 'text strasse'],
  ])('%j is %s', (text, expected) => {
    expect(shown(text)).toBe(expected)
  })

  it.each([
    'co.uk',
    'node.js',
    'v1.2.3',
    'main.ts',
    'hello',
    '5550100123',
    're: hello',
    're:invent',
    'a@b',
    '@ada@mastodon.social',
    '+1',
    '12:30',
    'Acme.com Inc',
    'http://',
    'a@b@c.com d',
  ])('%j is plain text', (text) => {
    expect(detectSubject(text)?.kind).toBe('text')
  })

  it('is missing only for an empty text and for one of more than 2,000 characters', () => {
    expect([detectSubject(''), detectSubject(' \u200B\u0000 '), detectSubject('a'.repeat(2_001))]).toEqual([
      null,
      null,
      null,
    ])
    expect(detectSubject('a'.repeat(2_000))?.kind).toBe('text')
  })

  it('is plain text when it has more than 500 characters', () => {
    expect(detectSubject(`https://acme.com/${'a'.repeat(600)}`)?.kind).toBe('text')
    expect(readSubject(`https://acme.com/${'a'.repeat(600)}`, 'url')).toBeNull()
  })
})

describe('a text of a given kind', () => {
  it.each<[string, SubjectKind, string | undefined, string | null]>([
    ['https://www.acme.com/about', 'domain', undefined, 'domain acme.com'],
    ['@acme.com', 'domain', undefined, 'domain acme.com'],
    ['https://www.linkedin.com/company/acme', 'domain', undefined, null],
    ['https://x.com/acme', 'domain', undefined, null],
    ['linkedin.com', 'domain', undefined, 'domain linkedin.com'],
    ['main.ts2', 'domain', undefined, null],
    ['printer.corp', 'domain', undefined, 'domain printer.corp'],
    ['co.uk', 'domain', undefined, null],
    ['com', 'domain', undefined, null],
    ['ada@acme.com', 'domain', undefined, null],
    ['acme.com', 'email', undefined, null],
    ['acme.com', 'url', undefined, 'url acme.com'],
    ['ada lovelace', 'url', undefined, null],
    ['ftp://acme.com/x', 'url', undefined, null],
    ['https://www.linkedin.com/in/ada', 'url', undefined, 'url linkedin.com/in/ada'],
    ['ada-lovelace', 'linkedin', undefined, 'linkedin in/ada-lovelace'],
    ['yes', 'linkedin', undefined, null],
    ['not-found', 'linkedin', undefined, null],
    ['https://www.linkedin.com/feed/', 'linkedin', undefined, null],
    ['ada', 'handle', undefined, 'handle ada'],
    ['ada', 'handle', 'Twitter', 'handle x:ada'],
    ['@ada', 'handle', 'somewhere', 'handle somewhere:ada'],
    ['https://x.com/ada', 'handle', 'x', 'handle x:ada'],
    ['https://x.com/ada', 'handle', 'instagram', null],
    ['x:ada', 'handle', 'instagram', null],
    ['u/ada', 'handle', 'reddit', 'handle reddit:ada'],
    ['ada', 'handle', 'linkedin', 'linkedin in/ada'],
    ['15550100123', 'handle', 'whatsapp', 'phone +15550100123'],
    ['ada', 'handle', 'whatsapp', null],
    ['none', 'handle', 'x', null],
    ['ada lovelace', 'handle', 'x', null],
    ['ada', 'handle', 'not a network', null],
    ['5550100123', 'phone', undefined, null],
    ['whatsapp:+15550100123', 'phone', undefined, 'phone +15550100123'],
    ['https://wa.me/15550100123', 'phone', undefined, 'phone +15550100123'],
    ['linkedin:ada', 'linkedin', undefined, 'linkedin in/ada'],
    ['mailto:15550100123@c.us?', 'email', undefined, null],
    ['+15550100123 or so', 'phone', undefined, null],
    ['+1555', 'phone', undefined, null],
    ['ada@acme.com', 'text', undefined, 'text ada@acme.com'],
  ])('%j as %s (%s): %s', (text, kind, platform, expected) => {
    expect(read(text, kind, platform)).toBe(expected)
  })
})
