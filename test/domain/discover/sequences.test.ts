import { describe, expect, it } from '@jest/globals'
import type { SearchText } from '../../../domain/discover/documents.ts'
import { queryElements } from '../../../domain/discover/query-elements.ts'
import { sequencesOf } from '../../../domain/discover/sequences.ts'

const text = (tags: string): SearchText => ({
  id: tags,
  called: '',
  subject: '',
  text: { name: '', summary: '', path: '', tags, provider: '', prose: '', parameters: '', answer: '' },
})
const shareOf = (query: string, tags: string): number | undefined => {
  const elements = queryElements(query, { isKnown: () => true, correct: () => [] })
  return sequencesOf([text(tags)]).shares(elements, [0])[0]
}

describe('the neighbours of a query', () => {
  it.each([
    ['the same words', 'spam score', 'spam score', 1],
    ['words that mean nothing between them', 'score of the spam', 'a score of spam', 1],
    ['a synonym of one', 'refund a purchase', 'refund of an order', 1],
    ['another order', 'spam score', 'score spam', 0],
    ['another word between them', 'spam score', 'spam domain score', 0],
    ['two parts of a field', 'spam score', 'spam, score', 0],
    ['one of two pairs', 'bulk spam score', 'spam score in bulk', 0.5],
    ['a single word', 'spam', 'other', 1],
  ])('%s: %j in %j', (_, query, tags, share) => {
    expect(shareOf(query, tags)).toBe(share)
  })
})
