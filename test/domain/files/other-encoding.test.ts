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
  ])('is %s where it states it: %s', (encoding, text) => {
    expect(otherReadingOf(misread(text, encoding))).toEqual({ encoding, text })
  })

  it.each<[string, string, number[]]>([
    ['shift_jis', '会社名', [0x89, 0xef, 0x8e, 0xd0, 0x96, 0xbc]],
    ['shift_jis', 'メール', [0x83, 0x81, 0x81, 0x5b, 0x83, 0x8b]],
    ['euc-kr', '이름', [0xc0, 0xcc, 0xb8, 0xa7]],
    ['gb18030', '张伟', [0xd5, 0xc5, 0xce, 0xb0]],
  ])('is %s where it states it: %s', (encoding, text, bytes) => {
    expect(otherReadingOf(new TextDecoder('windows-1252').decode(Uint8Array.from(bytes)))).toEqual({ encoding, text })
  })

  it.each([
    'Müller',
    'Wait… “really”?',
    '»Größe«',
    '– „Öl“ –',
    '100 €…',
    'a––––b',
    '½¼¾',
    '„Müller & Söhne“',
    'ÄÖÜäöüß',
    'Škoda Žižkov',
    '€ 5,– … ¥ 7',
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
