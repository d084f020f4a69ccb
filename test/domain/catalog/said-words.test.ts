import { describe, expect, it } from '@jest/globals'
import { SAID_WORDS_MAX, saidWords } from '../../../domain/catalog/said-words.ts'

describe('the words that a description adds', () => {
  it('occur once each, in alphabetical order, without those of the identifiers', () => {
    expect(
      saidWords(
        ['Transcribes the audio of a call.', 'Takes audio and writes down what was spoken; the call stays.'],
        ['Create transcription', '/audio/{id}'],
      ),
    ).toEqual(['call', 'down', 'spoken', 'stays', 'takes', 'transcribes', 'writes'])
  })

  it('exclude addresses, markup, numbers and words that describe every call', () => {
    expect(
      saidWords(['<p>Returns 25 <b>invoices</b>, see [the guide](https://example.com/guide/paging)</p>'], []),
    ).toEqual(['guide', 'invoices'])
  })

  it('are bounded', () => {
    const long = Array.from(
      { length: 500 },
      (_, at) => `${String.fromCharCode(97 + (at % 26))}${String.fromCharCode(97 + Math.floor(at / 26))}ing`,
    ).join(' ')
    expect(saidWords([long], [])).toHaveLength(SAID_WORDS_MAX)
  })
})
