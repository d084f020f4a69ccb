import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { keyPattern, mentionPattern } from '../../../domain/erasures/mentions.ts'
import type { ErasureKind } from '../../../domain/erasures/subject.ts'
import { tidy } from '../../../domain/identity/text.ts'
import { openTestDatabase } from '../build.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

const isIn = async (kind: ErasureKind, value: string, text: string, pattern = mentionPattern): Promise<boolean> =>
  (
    await db.pool.query<{ found: boolean }>('select plainly_written($1) ~ $2 as found', [
      text,
      pattern({ identities: [{ kind, value }], networkIds: ['ACoAA-9'] }),
    ])
  ).rows[0]?.found === true

const NAMES = {
  email: 'ada.b+c@mail.example.com',
  linkedin: 'in/ada-example',
  phone: '+14155552671',
  handle: 'x:ada_example',
} as const

describe('the pattern of a person', () => {
  it.each([
    ['email', 'Write to Ada.B+C@mail.example.com.'],
    ['email', '{"to": ["ada.b+c@mail.example.com"]}'],
    ['email', '"Ada" <ada.b+c@mail.example.com>'],
    ['email', 'https://example.org/?q=ada.b%2Bc%40mail.example.com&n=1'],
    ['email', 'mailto:ada.b+c@mail.example.com?subject=Hello'],
    ['email', '{"text": "Regards,\\nada.b+c@mail.example.com"}'],
    ['email', '{"body": "\\\\u003cada.b+c\\\\u0040mail.example.com\\\\u003e"}'],
    ['linkedin', 'https://www.linkedin.com/in/Ada-Example/'],
    ['linkedin', 'Look at in/ada-example.'],
    ['linkedin', '{"body": "{\\"url\\": \\"https:\\\\/\\\\/linkedin.com\\\\/in\\\\/ada-example\\"}"}'],
    ['linkedin', '{"body": "{\\"slug\\": \\"ada-example\\"}"}'],
    ['linkedin', 'in/ada-example'],
    ['linkedin', '{"publicIdentifier": "ada-example"}'],
    ['linkedin', '{"slug":"ada-example","x":1}'],
    ['phone', 'Call +1 (415) 555-2671 now'],
    ['phone', '{"phone": 14155552671}'],
    ['phone', '14155552671@s.whatsapp.net'],
    ['phone', '{"phone": "0014155552671"}'],
    ['phone', 'Call 00 1 415 555 2671'],
    ['handle', 'https://twitter.com/ada_example?s=1'],
    ['handle', 'https://mobile.twitter.com/ada_example/with_replies'],
    ['handle', '{"handle": "@ada_example", "platform": "twitter"}'],
    ['handle', '{"network":"x","followers":3,"username":"Ada_Example"}'],
    ['handle', 'twitter:ada_example'],
    ['handle', 'Ask @ada_example.'],
    ['handle', 'https://x.com/@ada_example'],
    ['handle', '@Ada_Example wrote'],
    ['handle', 'x:ada_example'],
    ['handle', '{"sender": "ACoAA-9"}'],
  ] as const)('%s: matches %s', async (kind, text) => {
    expect(await isIn(kind, NAMES[kind], text)).toBe(true)
  })

  it.each([
    ['email', 'xada.b+c@mail.example.com'],
    ['email', 'ada.b+c@mail.example.com.au'],
    ['email', 'ada.b+c@mail.example.community'],
    ['email', 'adaXb+c@mail.example.com'],
    ['linkedin', 'https://www.linkedin.com/in/ada-example-2'],
    ['linkedin', 'in/x-ada-example'],
    ['linkedin', '{"name": "ada-example"}'],
    ['phone', '+1 415 555 26719'],
    ['phone', '914155552671'],
    ['linkedin', 'in/ada-example%C3%A9'],
    ['phone', '100014155552671'],
    ['handle', 'https://instagram.com/ada_example'],
    ['handle', 'x:ada_example.b'],
    ['handle', 'https://notx.com/ada_example'],
    ['handle', 'https://x.com/robin/ada_example'],
    ['handle', '{"platform": "instagram", "handle": "ada_example"}'],
    ['handle', '[{"platform": "x", "handle": "robin"}, {"platform": "instagram", "handle": "ada_example"}]'],
    ['handle', '@ada_example2'],
    ['handle', '{"sender": "ACoAA-91"}'],
  ] as const)('%s: does not match %s', async (kind, text) => {
    expect(await isIn(kind, NAMES[kind], text)).toBe(false)
  })

  it.each([
    ['instagram:erin', 'https://instagram.com/erin.smith', false],
    ['instagram:erin', 'https://instagram.com/erin/', true],
    ['instagram:erin', 'Ask @erin', false],
    ['telegram:erin', 'https://t.me/erin', true],
    ['telegram:erin', 'https://t.me/s/erin', true],
    ['bluesky:erin.example.com', 'https://bsky.app/profile/erin.example.com', true],
    ['reddit:erin', 'https://www.reddit.com/user/Erin/', true],
    ['youtube:erin', 'https://youtube.com/@erin', true],
    ['youtube:erin', 'https://www.youtube.com/c/erin', true],
    ['snapchat:erin', 'https://snapchat.com/add/erin', true],
    ['facebook:erin', 'https://fb.com/erin', true],
    ['github:erin', 'https://github.com/robin/erin', false],
    ['mastodon:erin', 'mastodon:erin', true],
  ])('%s in %s: %s', async (handle, text, found) => {
    expect(await isIn('handle', handle, text)).toBe(found)
  })

  it.each([
    ['email', 'ada@xn--bcher-kva.example', 'Ada@Bücher.example'],
    ['email', 'ada@xn--bcher-kva.example', 'mailto:ada%40b%C3%BCcher.example'],
    ['email', 'ada@xn--a-9999999999.example', 'ada@xn--a-9999999999.example'],
    ['email', 'josé@example.com', 'jose\u0301@example.com'],
    ['email', "o'brien@example.com", 'o’brien@example.com'],
    ['email', "o'brien@example.com", 'o%27brien@example.com'],
    ['email', 'kim@example.com', 'ｋｉｍ＠ｅｘａｍｐｌｅ．ｃｏｍ'],
    ['email', 'kim@example.com', '\u200ekim@exam\u00adple.com'],
    ['email', 'kim@example.com', '{"to": "\\"kim\\"@example.com"}'],
    ['email', 'kim@example.com', 'https://example.org/?next=%2Fx%3Fq%3Dkim%2540example.com'],
    ['phone', '+4917112345678', 'Call +49 (0)171 12345678'],
    ['phone', '+4917112345678', '+49 171 / 123 456 78'],
    ['phone', '+4917112345678', 'tel:%2B49%20171%2012345678'],
    ['phone', '+4917112345678', '+４９ １７１ １２３４５６７８'],
    ['phone', '+525512345678', '5215512345678@s.whatsapp.net'],
    ['phone', '+5511987654321', '+55 11 8765-4321'],
    ['phone', '+5491123456789', '+54 11 2345 6789'],
    ['linkedin', 'in/ada-lovelace-c452b31', 'https://www.linkedin.com/pub/ada-lovelace/1/2b3/c45'],
    ['linkedin', 'in/ada-lovelace-0050042', 'https://www.linkedin.com/pub/ada-lovelace/2/4/5'],
    ['linkedin', 'in/ada-example', '{"linkedin": "ada-example"}'],
    ['linkedin', 'in/ada-example', 'linkedin:ada-example'],
    ['linkedin', 'in/ada-example', '{"platform": "linkedin", "handle": "ada-example"}'],
    ['linkedin', 'in/ada-example', '{"attendee_public_identifier": "ada-example"}'],
    ['linkedin', 'in/müller-x', 'https://www.linkedin.com/in/mu%CC%88ller-x'],
    ['linkedin', 'in/müller-x', 'https://www.linkedin.com/in/m%25C3%25BCller-x'],
    ['linkedin', 'in/ada-x', 'in/ada\u2011x'],
    ['handle', 'instagram:erin', '{"Instagram": "erin"}'],
    ['handle', 'x:erin', '{"Twitter Handle": "@Erin"}'],
  ] as const)('%s %s: matches %s, a spelling that is read as the same', async (kind, value, text) => {
    expect(await isIn(kind, value, text)).toBe(true)
  })

  it.each([
    ['phone', '+4917112345678', '+49 (0)171 123456789'],
    ['phone', '+525512345678', '+5225512345678'],
    ['linkedin', 'in/ada-lovelace-c452b31', 'https://www.linkedin.com/pub/ada-lovelace/1/2b3/c46'],
    ['handle', 'instagram:erin', '{"Instagram": "erin.smith"}'],
    ['handle', 'instagram:erin', '{"TikTok": "erin"}'],
    ['email', '+491711@sms.example.com', '+491722@sms.example.com'],
  ] as const)('%s %s: does not match %s', async (kind, value, text) => {
    expect(await isIn(kind, value, text)).toBe(false)
  })

  it('is looked for in texts without invisible characters', async () => {
    const codes = Array.from({ length: 0xffff }, (_, at) => at + 1).filter((code) => code < 0xd800 || code > 0xdfff)
    const invisible = codes.map((code) => String.fromCodePoint(code)).filter((one) => tidy(`a${one}a`) === 'aa')
    const { rows } = await db.pool.query('select plainly_written($1) as text', [invisible.join('')])
    expect(rows).toEqual([{ text: '' }])
  })

  it.each([
    ['email', 'verify-ada.b+c@mail.example.com', true],
    ['email', 'verify_ada.b+c@mail.example.com/2', true],
    ['email', 'verifyada.b+c@mail.example.com', false],
    ['email', 'ada.b+c@mail.example.com.au', false],
    ['phone', 'call-+14155552671', true],
    ['phone', 'call-+141555526712', false],
    ['linkedin', 'find_in/ada-example', true],
    ['linkedin', 'find_in/ada-example-2', false],
    ['handle', 'find-x:ada_example', true],
    ['handle', 'find-x:ada_example2', false],
  ] as const)('%s: the key %s: %s', async (kind, key, found) => {
    expect(await isIn(kind, NAMES[kind], key, keyPattern)).toBe(found)
  })
})
