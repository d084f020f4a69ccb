import { describe, expect, it } from '@jest/globals'
import { readEmbeddings } from '../../../domain/discover/embedding-answer.ts'

const one = (index: unknown, embedding: unknown) => ({ object: 'embedding', index, embedding })

describe('the answer of an embeddings service', () => {
  it('has a vector of length 1 for each text, in the order of the texts', () => {
    const read = readEmbeddings({ data: [one(1, [0, 2]), one(0, [3, 4])] }, 2)
    expect(typeof read === 'string' ? read : read.map((vector) => [...vector])).toEqual([
      [Math.fround(0.6), Math.fround(0.8)],
      [0, 1],
    ])
  })

  it.each<[string, unknown, string]>([
    ['nothing', null, 'no list of vectors'],
    ['an error', { error: { message: 'no' } }, 'no list of vectors'],
    ['fewer vectors', { data: [one(0, [1])] }, 'another number of vectors than of texts'],
    ['vectors of different lengths', { data: [one(0, [1]), one(1, [1, 1])] }, 'vectors of different lengths'],
    ['an index twice', { data: [one(0, [1]), one(0, [1])] }, 'an index twice'],
    ['an index beyond the texts', { data: [one(0, [1]), one(2, [1])] }, 'a wrong index'],
    ['no numbers', { data: [one(0, ['1']), one(1, [1])] }, 'a vector that is none'],
    ['base64', { data: [one(0, 'AAAA'), one(1, 'AAAA')] }, 'a vector that is none'],
    ['a vector without direction', { data: [one(0, [0, 0]), one(1, [1, 1])] }, 'a vector that is none'],
    ['an empty vector', { data: [one(0, []), one(1, [])] }, 'a vector that is none'],
  ])('is refused with %s', (_, body, reason) => {
    expect(readEmbeddings(body, 2)).toBe(reason)
  })
})
