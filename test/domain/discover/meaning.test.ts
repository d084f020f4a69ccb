import { describe, expect, it } from '@jest/globals'
import { embeddedQuery, embeddingText, floorOf, PROBES, relevanceOf } from '../../../domain/discover/meaning.ts'

const text = (parts: Partial<Record<'summary' | 'prose' | 'tags', string>>) => ({
  id: 'a',
  called: 'Find  a work email',
  subject: '',
  text: { name: '', summary: '', path: '', tags: '', provider: '', prose: '', parameters: '', answer: '', ...parts },
})

describe('the text of which a vector is made', () => {
  it('begins with the name, has each part once and is bounded', () => {
    expect(embeddingText(text({ prose: 'Of a\nperson.', tags: 'Of a person.' }))).toBe(
      'Find a work email. Of a person.',
    )
    expect(embeddingText(text({ prose: 'word '.repeat(1_000) })).length).toBeLessThanOrEqual(1_000)
  })

  it('of a query has no spaces and capitals that differ', () => {
    expect(embeddedQuery('  Work\n EMAIL ')).toBe('work email')
  })
})

describe('the floor', () => {
  it('is what queries without an answer reach, but for two that a new provider may serve', () => {
    expect(floorOf([0.1, 0.9, 0.3, 0.8, 0.2])).toBe(0.3)
    expect(new Set(PROBES.map(embeddedQuery)).size).toBe(PROBES.length)
  })

  it('hides everything where it is not known', () => {
    expect(floorOf([])).toBe(1)
    expect(relevanceOf(0.9, 1)).toBe(0)
  })

  it('is the zero of relevances by meaning, and the same text their one', () => {
    expect([0.25, 0.5, 0.75, 1].map((cosine) => relevanceOf(cosine, 0.5))).toEqual([0, 0, 0.5, 1])
  })
})
