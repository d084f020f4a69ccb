import { describe, expect, it } from '@jest/globals'
import { phonePartOf, withCountryCodes } from '../../../domain/files/national-phones.ts'

const read = (headings: readonly string[], values: readonly string[]) =>
  withCountryCodes(
    headings.map((heading) => phonePartOf(heading, heading)),
    values,
  )

describe('a phone without a country code', () => {
  it.each([
    ['Germany', '030 23125 125', '+493023125125'],
    ['DE', '0171 3920013', '+491713920013'],
    ['Deutschland', '1713920013', '+491713920013'],
    ['Allemagne', 'Tel. 0171/3920013', '+491713920013'],
    ['Italien', '392 012 3456', '+393920123456'],
    ['États-Unis', '(415) 555-0132', '+14155550132'],
    ['USA', '1 415 555 0132', '+14155550132'],
    ['UK', '020 7946 0018', '+442079460018'],
    ['España', '912 34 56 78', '+34912345678'],
    ['Italia', '06 6982 0123', '+390669820123'],
  ])('has that of its country: %s, %s', (country, phone, expected) => {
    expect(read(['Country', 'Telefon'], [country, phone])).toEqual([country, expected])
  })

  it.each([
    ['Germany', '+1 415 555 0132'],
    ['Germany', '0171 3920013 ext. 5'],
    ['Germany', '12345'],
    ['Germany', '49 171 3920013'],
    ['Germany', 'ask Ada'],
    ['Europe', '030 23125 125'],
    ['DE / AT', '030 23125 125'],
    ['', '030 23125 125'],
  ])('stays where it is not plain: %s, %s', (country, phone) => {
    expect(read(['Land', 'mobile'], [country, phone])).toEqual([country, phone])
  })

  it('stays where two columns name different countries, and in columns of other numbers', () => {
    const two = ['DE', 'FR', '030 23125 125']
    expect(read(['Country', 'Mailing Country', 'phone'], two)).toEqual(two)
    const other = ['DE', '030 23125 125']
    expect(read(['Pays', 'Customer number'], other)).toEqual(other)
  })
})
