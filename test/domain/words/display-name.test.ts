import { describe, expect, it } from '@jest/globals'
import { APP_NAME_PATTERN } from '../../../domain/access/registration.ts'
import {
  EMAIL_DISPLAY_NAME_PATTERN,
  DISPLAY_NAME_PATTERN,
  DISPLAY_TITLE_PATTERN,
} from '../../../domain/words/display-name.ts'
import { ApiKeyCreate } from '../../../api/schemas/api-key.ts'
import { SignUpRequest } from '../../../api/schemas/auth.ts'
import { EmailInboxCreate } from '../../../api/schemas/inbox.ts'
import { TableCreate, TableEdit } from '../../../api/schemas/tables.ts'
import { check } from '../../../api/validation/check.ts'

/** Every character that one unit of UTF-16 holds. */
const CHARACTERS = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((character) =>
  character.isWellFormed(),
)
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|[\u115f\u1160\u3164\uffa0\u2800]|\u034f|\u17b4|\u17b5|\u180b|\u180c|\u180d|\u180e|\u180f/u
/** Unassigned code points, and characters that are never displayed. */
const SET_ASIDE = /[\u2065\ufff0-\ufff8]/

describe('a name that people read', () => {
  it.each([['u'], ['']])(
    'has no invisible character, by a pattern that validators with the flag "%s" read alike',
    (flags) => {
      for (const pattern of [DISPLAY_NAME_PATTERN, DISPLAY_TITLE_PATTERN, EMAIL_DISPLAY_NAME_PATTERN]) {
        const fits = new RegExp(pattern, flags)
        const refused = CHARACTERS.filter((character) => !fits.test(`a${character}b`))
        expect(refused.filter((character) => !UNSEEN.test(character) && !SET_ASIDE.test(character)).join('')).toBe(
          pattern === EMAIL_DISPLAY_NAME_PATTERN ? '"<>' : '',
        )
        expect(CHARACTERS.filter((character) => UNSEEN.test(character) && fits.test(`a${character}b`))).toEqual([])
        expect(pattern).not.toMatch(/\\[pPx]|\(\?|[^\u0020-\u007e]/)
      }
    },
  )

  it('does not consist only of characters that change the look of others', () => {
    for (const pattern of [DISPLAY_NAME_PATTERN, EMAIL_DISPLAY_NAME_PATTERN]) {
      expect(['\ufe0f', '\u0301', '\ufffc', ' \ufe0e'].filter((name) => new RegExp(pattern).test(name))).toEqual([])
      expect(['\u2764\ufe0f', 'Ame\u0301lie'].filter((name) => !new RegExp(pattern).test(name))).toEqual([])
    }
  })

  it('is refused for an app wherever it is refused elsewhere', () => {
    const app = new RegExp(APP_NAME_PATTERN, 'u')
    const shown = new RegExp(DISPLAY_NAME_PATTERN, 'u')
    expect(CHARACTERS.filter((character) => app.test(`a${character}b`) !== shown.test(`a${character}b`))).toEqual([])
    for (const hidden of ['\u{e0041}', '\u{e0001}', '\u{1d173}']) expect(app.test(`a${hidden}b`)).toBe(false)
  })

  it.each([
    ['Analytical Engines', true],
    [' Engines', true],
    ['アプリ', true],
    ['Zoë’s 👋 <b>', true],
    ['', false],
    ['  ', false],
    ['\u00a0', false],
    ['\u3000', false],
    ['\u200b', false],
  ])('%j: %s', (name, fits) => {
    expect(new RegExp(DISPLAY_NAME_PATTERN, 'u').test(name)).toBe(fits)
  })

  it.each<[string, (name: string) => boolean]>([
    [
      'a workspace',
      (workspace) => check(SignUpRequest, { email: 'ada@example.com', password: 'correct horse', workspace }).ok,
    ],
    ['a key', (name) => check(ApiKeyCreate, { name, environment: 'live' }).ok],
    ["a table's title", (title) => check(TableCreate, { name: 'leads', title }).ok],
    ["a table's new title", (title) => check(TableEdit, { title }).ok],
    ['the sender of mail', (name) => check(EmailInboxCreate, { username: 'sales', display_name: name }).ok],
  ])('%s is one', (_, takes) => {
    expect(takes('Ada')).toBe(true)
    for (const hidden of [
      '\u202e',
      '\u200b',
      '\u2066',
      '\u200f',
      '\u001b',
      '\u0007',
      '\n',
      '\u0085',
      '\u2028',
      '\ufeff',
      '\u00ad',
      '\u3164',
    ])
      expect([hidden, takes(`A${hidden}da`)]).toEqual([hidden, false])
  })
})
