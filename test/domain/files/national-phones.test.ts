import { describe, expect, it } from '@jest/globals'
import { phonePartOf, withCountryCodes } from '../../../domain/files/national-phones.ts'

const read = (headings: readonly string[], values: readonly string[]) =>
  withCountryCodes(
    headings.map((heading) => phonePartOf(heading, heading)),
    values,
  ).values

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
    ['Großbritannien', '020 7946 0018', '+442079460018'],
    ['D', '030 23125 125', '+493023125125'],
    ['Germany', '49 171 3920013', '+491713920013'],
    ['Deutschland (DE)', '4915550000131', '+4915550000131'],
    ['Germany', '493023125125', '+493023125125'],
    ['Germany', '0491 12345', '+4949112345'],
    ['Germany', '491 12345', '+4949112345'],
    ['Germany', '4941 123456', '+494941123456'],
    ['Germany', '030 23125128 ::: 030 23125129', '+493023125128 ::: +493023125129'],
    ['Germany', '030 23125128; +49 171 3920014', '+493023125128 ::: +49 171 3920014'],
    ['CH', '41791234567', '+41791234567'],
    ['A', '4366412345678', '+4366412345678'],
    ['USA', '14155550132', '+14155550132'],
    ['Grande-Bretagne', '447911123456', '+447911123456'],
  ])('has that of its country: %s, %s', (country, phone, expected) => {
    expect(read(['Country', 'Telefon'], [country, phone])).toEqual([country, expected])
  })

  it.each([
    ['Germany', '+1 415 555 0132'],
    ['Germany', '0171 3920013 ext. 5'],
    ['Germany', '12345'],
    ['Germany', '33612345678'],
    ['Germany', '030 23125128; ask Ada'],
    ['Germany', 'ask Ada'],
    ['Europe', '030 23125 125'],
    ['DE / AT', '030 23125 125'],
    ['', '030 23125 125'],
  ])('stays where it is not plain: %s, %s', (country, phone) => {
    expect(read(['Land', 'mobile'], [country, phone])).toEqual([country, phone])
  })

  it.each([
    ['4915112345678', '+4915112345678'],
    ['393471234567', '+393471234567'],
    ['919812345678', '+919812345678'],
  ])('has that of its digits alone where no country is named and they can be nothing else: %s', (phone, expected) => {
    expect(withCountryCodes(['phone'], [phone])).toEqual({ values: [expected], withoutPlus: phone })
    expect(withCountryCodes(['country', 'phone'], ['', phone]).values).toEqual(['', expected])
  })

  it.each([
    ['eleven digits may be a number of Brazil, of China or of Peru', '51987654321'],
    ['a line may be a number with an extension', '4930123456789'],
    ['there is no such number', '491511234567'],
    ['it is written in parts', '4915 112345678'],
    ['it may be a number of a customer', '202612345678'],
  ])('is not read from its digits alone where %s', (_, phone) => {
    expect(withCountryCodes(['phone'], [phone])).toEqual({ values: [phone] })
  })

  it('is not read from its digits alone in other columns, and where a country is named that is not theirs', () => {
    expect(read(['Customer number'], ['4915112345678'])).toEqual(['4915112345678'])
    expect(read(['Land', 'Telefon'], ['Bayern', '4915112345678'])).toEqual(['Bayern', '4915112345678'])
    expect(read(['Land', 'Telefon'], ['FR', '4915112345678'])).toEqual(['FR', '4915112345678'])
  })

  it('is not read, and the word is named, where the country is unknown', () => {
    const coded = (country: string, phone: string) => withCountryCodes(['country', 'phone'], [country, phone])
    expect(coded(' Bayern ', '030 23125 125')).toEqual({
      values: [' Bayern ', '030 23125 125'],
      unknownCountry: 'Bayern',
    })
    expect(coded('DE / AT', '030 23125 125')).toHaveProperty('unknownCountry', 'DE / AT')
    expect(coded('Bayern', '+49 30 23125 125')).not.toHaveProperty('unknownCountry')
    expect(coded('n/a', '030 23125 125')).not.toHaveProperty('unknownCountry')
    expect(withCountryCodes(['country', 'country', 'phone'], ['-', 'D', '030 23125 125']).values[2]).toBe(
      '+493023125125',
    )
  })

  it('stays where two columns name different countries, and in columns of other numbers', () => {
    const two = ['DE', 'FR', '030 23125 125']
    expect(read(['Country', 'Mailing Country', 'phone'], two)).toEqual(two)
    const other = ['DE', '030 23125 125']
    expect(read(['Pays', 'Customer number'], other)).toEqual(other)
  })
})
