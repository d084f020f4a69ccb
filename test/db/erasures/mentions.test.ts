import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { keyPattern, mentionPattern } from '../../../domain/erasures/mentions.ts'
import type { ErasureKind } from '../../../domain/erasures/subject.ts'
import { openTestDatabase } from '../build.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

const isIn = async (kind: ErasureKind, value: string, text: string, pattern = mentionPattern): Promise<boolean> =>
  (
    await db.pool.query<{ found: boolean }>('select lower($1) ~ $2 as found', [
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
