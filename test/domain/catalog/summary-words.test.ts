import { describe, expect, it } from '@jest/globals'
import { SUMMARY_WORDS_MAX, summaryWords } from '../../../domain/catalog/summary-words.ts'

describe('the words that a description adds', () => {
  it('occur once each, in alphabetical order, without those of the identifiers', () => {
    expect(
      summaryWords(
        ['Transcribes the audio of a call.', 'Takes audio and writes down what was spoken; the call stays.'],
        ['Create transcription', '/audio/{id}'],
      ),
    ).toEqual(['call', 'down', 'spoken', 'stays', 'takes', 'transcribes', 'writes'])
  })

  it('exclude addresses, markup, numbers and words that describe every call', () => {
    expect(
      summaryWords(['<p>Returns 25 <b>invoices</b>, see [the guide](https://example.com/guide/paging)</p>'], []),
    ).toEqual(['guide', 'invoices'])
  })

  it('are bounded', () => {
    const long = Array.from(
      { length: 500 },
      (_, at) => `${String.fromCharCode(97 + (at % 26))}${String.fromCharCode(97 + Math.floor(at / 26))}ing`,
    ).join(' ')
    expect(summaryWords([long], [])).toHaveLength(SUMMARY_WORDS_MAX)
  })
})
