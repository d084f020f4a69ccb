import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  commonFactor,
  expectedHits,
  factorAfter,
  type Hits,
  hitRate,
  NO_HITS,
  type OfferHits,
  type OfferPairs,
  rateOf as shareOf,
} from '../../../domain/routing/hits.ts'

const hits = (found: number, answered: number): Hits => ({ found, answered })
const rateOf = (first: readonly Hits[], recent = NO_HITS.recent): number =>
  hitRate(expectedHits({ first, recent, after: NO_HITS.after }))

const pairsOf = (offer: OfferHits): OfferPairs => ({ rate: shareOf(expectedHits(offer)), after: offer.after })

describe('the rate to count on', () => {
  it('is that of the narrowest level with answers, and of a broader one while there are few', () => {
    const broad = hits(900, 1_000)
    expect(rateOf([broad])).toBeCloseTo(0.9, 1)
    expect(rateOf([broad, hits(0, 2)])).toBeGreaterThan(0.6)
    expect(rateOf([broad, hits(10, 200)])).toBeLessThan(0.1)
    expect(rateOf([broad, hits(10, 200), hits(90, 100)])).toBeGreaterThan(0.75)
  })

  it('of an offer without answers is below one of many that finds half, and above one that finds little', () => {
    expect(rateOf([])).toBeLessThan(rateOf([hits(500, 1_000)]))
    expect(rateOf([])).toBeGreaterThan(rateOf([hits(10, 100)]))
  })

  it('follows the newest answers only where they contradict the others', () => {
    const month = [hits(600, 1_000)]
    expect(rateOf(month, hits(17, 28))).toBe(rateOf(month))
    expect(rateOf(month, hits(12, 28))).toBe(rateOf(month))
    expect(rateOf(month, hits(2, 28))).toBeLessThan(0.1)
    expect(rateOf([hits(100, 1_000)], hits(26, 28))).toBeGreaterThan(0.8)
  })

  it('of finds that bounced stays low, although the newest answers have found', () => {
    const recent = hits(24, 28)
    const offer = { ...NO_HITS, first: [hits(200, 1_000)], bounced: 600, recent }
    expect(hitRate(expectedHits(offer))).toBeLessThan(0.25)
    expect(hitRate(expectedHits({ ...offer, bounced: 0 }))).toBeGreaterThan(0.6)
  })

  it('stays between 0 and 1 and grows with every hit', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), fc.nat(500), (found, missed, other) => {
        const answered = found + missed + 1
        const [worse, better] = [rateOf([hits(found, answered)]), rateOf([hits(found + 1, answered)])]
        expect(worse).toBeGreaterThanOrEqual(0)
        expect(better).toBeLessThanOrEqual(1)
        expect(better).toBeGreaterThan(worse)
        const after = new Map([['other', hits(Math.min(other, found), other)]])
        const common = commonFactor([pairsOf({ ...NO_HITS, first: [hits(found, answered)], after })])
        expect(common).toBeGreaterThan(0)
        expect(common).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('after a miss of another', () => {
  const first = [hits(500, 1_000)]
  const pairsAfter = (found: number, answered: number) =>
    pairsOf({ ...NO_HITS, first, after: new Map([['other', hits(found, answered)]]) })

  it('an offer finds less by what was counted of the pair, and by what all pairs have where nothing was', () => {
    expect(factorAfter(pairsAfter(20, 200), 'other', 0.8)).toBeLessThan(0.35)
    expect(factorAfter(pairsAfter(100, 200), 'other', 0.8)).toBeGreaterThan(0.9)
    expect(factorAfter(pairsAfter(20, 200), 'unknown', 0.8)).toBe(0.8)
    expect(factorAfter(pairsAfter(0, 2), 'other', 0.8)).toBeGreaterThan(0.6)
  })
})
