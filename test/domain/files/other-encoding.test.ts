import { describe, expect, it } from '@jest/globals'
import { otherReadingOf } from '../../../domain/files/other-encoding.ts'

/** Bytes of letters in these encodings, as a program of the region writes them. */
const bytesOf = (text: string, encoding: string): Uint8Array => {
  const decoder = new TextDecoder(encoding)
  const byte = new Map(Array.from({ length: 256 }, (_, at) => [decoder.decode(Uint8Array.of(at)), at]))
  return Uint8Array.from([...text].map((char) => byte.get(char) ?? 0x3f))
}
const misread = (text: string, encoding: string): string =>
  new TextDecoder('windows-1252').decode(bytesOf(text, encoding))

describe('a text that was read as Windows-1252', () => {
  it.each([
    ['windows-1250', 'Łukasz Żak'],
    ['windows-1250', 'Koło Sp. z o.o.'],
    ['windows-1250', 'Wałęsa'],
    ['windows-1250', 'Małgorzata Święch'],
    ['windows-1250', 'Jiří Dvořák'],
    ['windows-1251', 'Иван Петров'],
    ['windows-1251', 'ООО Ромашка'],
    ['windows-1251', 'Київ, Україна'],
    ['windows-1253', 'Γιώργος Παπαδόπουλος'],
    ['windows-1253', 'Αθήνα'],
  ])('is %s where it says so: %s', (encoding, text) => {
    expect(otherReadingOf(misread(text, encoding))).toEqual({ encoding, text })
  })

  it.each([
    'Müller',
    'Straße 5, 80331 München',
    'François Lefèvre',
    'Société Générale',
    'Ñandú Peña',
    'Åse Bjørnø',
    'Bjørn Sørensen ApS',
    'Þórður Jónsson',
    'Þór',
    'João São',
    'ÖÄÜ',
    'ÉCOLE ÉLÉMENTAIRE',
    'Île d’Yeu',
    '120 m³',
    'ca. 5 cm²',
    'Fußnote¹',
    '£20',
    '¿Qué?',
    'città è perché più',
    'Zoë',
    'Ærø',
    'Ça va',
    'œuvre',
    'Aÿ',
  ])('looks right: %s', (text) => {
    expect(otherReadingOf(text)).toBeNull()
  })
})
