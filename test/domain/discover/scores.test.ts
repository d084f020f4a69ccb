import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { scored } from '../../../domain/discover/scores.ts'

const detailsOf = (id: string) => ({
  kind: id.startsWith('C') ? ('capability' as const) : ('endpoint' as const),
  live: id.endsWith('+'),
})
const hit = (id: string, worth: number, relevance = worth) => ({ id, worth, relevance })

describe('the scores of an answer', () => {
  it('are shares of the first hit, and the relevance stays as it is', () => {
    expect(scored([hit('a', 0.5), hit('b', 0.25), hit('c', 0.1)], detailsOf)).toEqual([
      { id: 'a', score: 1, relevance: 0.5 },
      { id: 'b', score: 0.5, relevance: 0.25 },
      { id: 'c', score: 0.2, relevance: 0.1 },
    ])
  })

  it('follow the order, not the relevance, where meaning decided too', () => {
    const { 0: first, 1: second } = scored([hit('a', 0.03, 0.4), hit('b', 0.02, 0.9)], detailsOf)
    expect([first?.score, second?.score]).toEqual([1, 0.667])
    expect([first?.relevance, second?.relevance]).toEqual([0.4, 0.9])
  })

  it('that look equal have capabilities first, then what can be run now', () => {
    expect(
      scored([hit('a', 0.3), hit('b+', 0.29999), hit('C', 0.29998), hit('C+', 0.29997)], detailsOf).map(({ id }) => id),
    ).toEqual(['C+', 'C', 'b+', 'a'])
  })

  it('fall from 1, whatever the worths are', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }), (worths) => {
        const falling = worths.toSorted((a, b) => b - a)
        const scores = scored(
          falling.map((worth, at) => hit(`${at}`, worth)),
          detailsOf,
        ).map(({ score }) => score)
        expect(scores).toEqual(scores.toSorted((a, b) => b - a))
        expect(scores.slice(0, 1)).toEqual(falling.slice(0, 1).map(() => 1))
      }),
    )
  })
})
