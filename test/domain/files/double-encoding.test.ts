import { describe, expect, it } from '@jest/globals'
import { savedTwice } from '../../../domain/files/double-encoding.ts'

/** As a program saves it that takes UTF-8 for Windows-1252. */
const saved = (text: string): string => new TextDecoder('windows-1252').decode(new TextEncoder().encode(text))

describe('a text that was saved in the wrong encoding', () => {
  it.each([
    ['MÃ¼ller', 'Müller'],
    ['StraÃŸe 5', 'Straße 5'],
    ['FranÃ§ois', 'François'],
    ['Lâ€™OrÃ©al', 'L’Oréal'],
    ['MÃƒÂ¼ller', 'Müller'],
  ])('%j was %j', (text, before) => {
    expect(savedTwice(text)).toBe(before)
  })

  it.each([
    'Jörg Öhler',
    'ÖSTERREICH',
    'Michał Świątek',
    'Čížek',
    'Größe 5 – 10 €',
    'Ångström',
    'voilà',
    'João São',
    'Иван Петров',
    'Γιώργος',
    'דוד כהן',
    'محمد علي',
    '山田太郎',
    'Łódź',
  ])('%j is found, and what it was', (text) => {
    expect(savedTwice(saved(text))).toBe(text)
    expect(savedTwice(saved(saved(text)))).toBe(text)
  })

  it.each([
    'Müller',
    'ČÍŽEK',
    'SÃO PAULO',
    'IRMÃ – Maria',
    '„MENÜ“',
    '»BLÅ«',
    '“CAFÉ”',
    'Ærø Øl ½',
    'Â',
    'PÂTÉ',
    'Ðorđe',
    'Ελλάδα',
    'Ñandú',
    '5 × 3 ±',
    'Î',
    'Café…”',
    '"Å“',
    'IRMÃ\u00a0MARIA',
    '山田',
    '',
  ])('%j looks right', (text) => {
    expect(savedTwice(text)).toBeNull()
  })
})
