import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { fuse, rankByMeaning } from '../../../domain/discover/fusion.ts'
import type { Hit, Ranked } from '../../../domain/discover/rank.ts'

/** Hits in this order, with falling relevances. */
const hits = (ids: string, from = 1): Hit[] => [...ids].map((id, index) => ({ id, relevance: from - index / 100 }))
const idsOf = (some: readonly Hit[]): string => some.map(({ id }) => id).join('')

const list = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 }).map((ids) => hits(ids.join('')))
/** The share of the query that words cover. */
const share = fc.double({ min: 0, max: 1, noNaN: true })

describe('the fusion of words and meaning', () => {
  it.each([
    ['words alone, where nothing is near', 'abc', '', 1, 'abc'],
    ['meaning alone, where no word matches', '', 'cab', 0, 'cab'],
    ['what both have before what one has', 'abc', 'xyb', 1, 'bacxy'],
    ['words first, where they cover the query', 'ab', 'xy', 1, 'abxy'],
    ['meaning first, where words cover little of the query', 'ab', 'xy', 0.1, 'xyab'],
    ['words first at equal worth', 'ab', 'xy', 0.25, 'axby'],
  ])('has %s', (_, byWords, byMeaning, covered, fused) => {
    expect(idsOf(fuse(hits(byWords), hits(byMeaning), covered))).toBe(fused)
  })

  it('has everything that either has, once, and nothing else', () => {
    fc.assert(
      fc.property(list, list, share, (byWords, byMeaning, covered) => {
        const ids = fuse(byWords, byMeaning, covered).map(({ id }) => id)
        expect(ids.toSorted()).toEqual([...new Set([...byWords, ...byMeaning].map(({ id }) => id))].toSorted())
      }),
    )
  })

  it('does not depend on relevances, which are of two kinds', () => {
    fc.assert(
      fc.property(list, list, fc.double({ min: 0.1, max: 100, noNaN: true }), (byWords, byMeaning, factor) => {
        const scaled = byMeaning.map(({ id, relevance }) => ({ id, relevance: relevance * factor }))
        expect(idsOf(fuse(byWords, scaled, 0.5))).toBe(idsOf(fuse(byWords, byMeaning, 0.5)))
      }),
    )
  })

  it('never puts what one list prefers last where the other agrees', () => {
    fc.assert(
      fc.property(list, list, share, (byWords, byMeaning, covered) => {
        const fused = idsOf(fuse(byWords, byMeaning, covered))
        const [words, meaning] = [idsOf(byWords), idsOf(byMeaning)]
        const isBefore = (ids: string, a: string, b: string): boolean =>
          ids.includes(a) && (!ids.includes(b) || ids.indexOf(a) < ids.indexOf(b))
        for (const a of fused) {
          for (const b of fused)
            if (isBefore(words, a, b) && isBefore(meaning, a, b))
              expect([a, b, isBefore(fused, a, b)]).toEqual([a, b, true])
        }
      }),
    )
  })

  it('keeps the relevance by words, and has that by meaning only where there is no other', () => {
    expect(
      fuse(hits('ab', 0.9), hits('bc', 0.5), 1)
        .map(({ id, relevance }) => [id, relevance])
        .toSorted(),
    ).toEqual([
      ['a', 0.9],
      ['b', 0.89],
      ['c', 0.49],
    ])
  })
})

describe('what is near by meaning', () => {
  const endpoint: Ranked = {
    kind: 'endpoint',
    live: false,
    health: 'unknown',
    deprecated: false,
    followsUp: false,
    wrappedBy: [],
    actions: ['list'],
    takes: new Set(),
  }
  const detailsOf = (id: string): Ranked => ({
    ...endpoint,
    kind: id === 'C' ? 'capability' : 'endpoint',
    live: id === 'l',
    deprecated: id === 'd',
    wrappedBy: id === 'e' ? ['C'] : [],
  })
  const ordered = (ids: string): string => idsOf(rankByMeaning(hits(ids), detailsOf))

  it.each([
    ['nearest first', 'xyz', 'xyz'],
    ['a capability before an endpoint that is nearly as near', 'xC', 'Cx'],
    ['what can be run before what cannot', 'xl', 'lx'],
    ['what is deprecated last', 'dx', 'xd'],
    ['a capability right before the endpoint that it calls, though its own text is not near', 'exy', 'Cexy'],
  ])('has %s', (_, near, order) => {
    expect(ordered(near)).toBe(order)
  })

  it('gives a capability the relevance of the nearest among its text and what it calls', () => {
    const relevanceOfC = (own: number, called: number) =>
      rankByMeaning(
        [
          { id: 'C', relevance: own },
          { id: 'e', relevance: called },
        ],
        detailsOf,
      ).find(({ id }) => id === 'C')?.relevance
    expect([relevanceOfC(0.8, 0.9), relevanceOfC(0.9, 0.8)]).toEqual([0.9, 0.9])
  })

  it('has a much nearer endpoint before a capability', () => {
    const near = [
      { id: 'x', relevance: 0.9 },
      { id: 'C', relevance: 0.1 },
    ]
    expect(idsOf(rankByMeaning(near, detailsOf))).toBe('xC')
  })

  it('has a capability before the endpoint that it calls, after the fusion too', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(['a', 'b', 'e', 'C']), (found) => {
        const fused = idsOf(fuse(hits('aCeb'), rankByMeaning(hits(found.join('')), detailsOf), 1))
        expect(fused.indexOf('C')).toBeLessThan(fused.indexOf('e'))
      }),
    )
  })
})
