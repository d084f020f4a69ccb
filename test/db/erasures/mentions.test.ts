import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { mentionPattern } from '../../../domain/erasures/mentions.ts'
import type { ErasureKind } from '../../../domain/erasures/subject.ts'
import { openTestDatabase } from '../build.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

const isIn = async (kind: ErasureKind, value: string, text: string): Promise<boolean> =>
  (
    await db.pool.query<{ found: boolean }>('select lower($1) ~ $2 as found', [
      text,
      mentionPattern({ identities: [{ kind, value }], networkIds: ['ACoAA-9'] }),
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
    ['linkedin', 'https://www.linkedin.com/in/Ada-Example/'],
    ['linkedin', 'in/ada-example'],
    ['linkedin', '{"publicIdentifier": "ada-example"}'],
    ['linkedin', '{"slug":"ada-example","x":1}'],
    ['phone', 'Call +1 (415) 555-2671 now'],
    ['phone', '{"phone": 14155552671}'],
    ['phone', '14155552671@s.whatsapp.net'],
    ['handle', 'https://twitter.com/ada_example?s=1'],
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
    ['handle', 'https://instagram.com/ada_example'],
    ['handle', '@ada_example2'],
    ['handle', '{"sender": "ACoAA-91"}'],
  ] as const)('%s: does not match %s', async (kind, text) => {
    expect(await isIn(kind, NAMES[kind], text)).toBe(false)
  })
})
