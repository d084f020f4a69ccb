import { describe, expect, it } from '@jest/globals'
import { countableWords } from '../../../domain/discover/missed-words.ts'

const wordsOf = (query: string): string[] => countableWords(query).map(({ word }) => word)

describe('the words of a query that may be counted', () => {
  it.each<[string, string, string[]]>([
    ['what a job is about', 'weather forecast for a city', ['weather', 'forecast', 'city']],
    ['a word once, in any form', 'Weather, weathers!', ['weathers']],
    ['no words without a subject', 'how do I get the data', []],
    ['no name of a person or a place', 'phone of Robin Sample in Berlin', ['phone']],
    [
      'no address, domain or URL',
      'verify robin@sample.example at www.sample.example https://sample.example/robin',
      ['verify'],
    ],
    ['no number, id or date', 'track +49 170 1234567 order ORD-1234 of 2026-11-28', ['track', 'order']],
    ['no word that is too short or too long', `\u{1F130} 𐐀𐐁 ab forecast ${'x'.repeat(25)}`, ['forecast']],
    ['no digits in other letters', 'track ١٢٣٤٥٦٧', ['track']],
  ])('%s', (_, query, words) => {
    expect(wordsOf(query)).toEqual(words)
  })

  it('are at most eight', () => {
    expect(wordsOf('apple banana cherry dragon eagle forest guitar hammer island jungle')).toHaveLength(8)
  })

  it('are counted by their stem', () => {
    expect(countableWords('forecasts')[0]?.stem).toBe(countableWords('forecast')[0]?.stem)
  })
})
