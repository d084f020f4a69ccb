import { describe, expect, it } from '@jest/globals'
import { countableWords } from '../../../domain/discover/missed-words.ts'

describe('the words of a query that may be counted', () => {
  it.each<[string, string, string[]]>([
    ['what a job is about', 'weather forecast for a city', ['weather', 'forecast', 'city']],
    ['a word once, in any form', 'Weather, weathers!', ['weathers']],
    ['no words without a subject', 'how do I get the data', []],
    [
      'no name of a person or a place',
      "phone of Robin Sample, O'Brien, E\u0301mile and d'Artagnan in Berlin",
      ['phone', 'artagnan'],
    ],
    [
      'no address, domain or URL',
      'verify robin@sample.example at www.sample.example https://sample.example/robin',
      ['verify'],
    ],
    ['no number, id or date', 'track +49 170 1234567 order ORD-1234 of 2026-11-28', ['track', 'order']],
    ['no word that is too short or too long', `\u{1F130} 𐐀𐐁 ab forecast ${'x'.repeat(25)}`, ['forecast']],
    ['no digits in other letters', 'track ١٢٣٤٥٦٧', ['track']],
  ])('%s', (_, query, words) => {
    expect(countableWords(query)).toEqual(words)
  })

  it('are at most eight', () => {
    expect(countableWords('apple banana cherry dragon eagle forest guitar hammer island jungle')).toHaveLength(8)
  })
})
