import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { encodeId, ID_RANDOM_BYTES } from '../../../domain/ids/ids.ts'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import { LIST_RATES } from '../../../domain/pricing/rates.ts'
import { planRun, type PlanRequest } from '../../../domain/routing/candidates.ts'
import { NO_HITS, type OfferHits } from '../../../domain/routing/hits.ts'
import type { RoutePlan } from '../../../domain/routing/plan.ts'
import { EXPLORE_ANSWERS, EXPLORE_SHARE } from '../../../domain/routing/thresholds.ts'
import { randomOf } from '../../support/random.ts'
import { buildCapability, buildOffer, buildRouting } from './build-routing.ts'

const answered = (found: number, answers: number): OfferHits => ({
  ...NO_HITS,
  first: [{ found, answered: answers }],
})

const KNOWN = { ...buildOffer('known', { price: '0.02' }), hits: answered(60, 100) }
const SECOND = { ...buildOffer('second', { price: '0.03' }), hits: answered(50, 100) }
const NEW = buildOffer('young', { price: '0.03' })

const THIRD = { ...buildOffer('third', { price: '0.03' }), hits: answered(40, 100) }

const IDS = 4_000

function plan(exploringRun: string | undefined, more: Partial<PlanRequest> = {}): RoutePlan {
  const answer = planRun({
    capability: buildCapability({ billing: 'on_match', sends: false }),
    input: { domain: 'example.com' },
    routing: buildRouting({ strategy: 'best_value' }),
    rates: LIST_RATES,
    offers: [KNOWN, SECOND, NEW],
    ...(exploringRun === undefined ? {} : { exploringRun }),
    ...more,
  })
  if (answer.kind === 'refused') throw new Error('no offer fits')
  return answer.plan
}

const explored = ({ candidates }: RoutePlan): string[] =>
  candidates.flatMap(({ provider, explored: isExplored }) => (isExplored === true ? [provider] : []))

function exploringIds(): string[] {
  const random = randomOf('ids')
  const ids = Array.from({ length: IDS }, (_, made) =>
    encodeId(
      'run',
      made,
      Uint8Array.from({ length: ID_RANDOM_BYTES }, () => random.int(0, 255)),
    ),
  )
  return ids.filter((id) => explored(plan(id)).length > 0)
}

describe('exploring', () => {
  const ids = exploringIds()

  it(`happens in one run of ten, always in the same ones, and tries the new offer first`, () => {
    expect(ids.length / IDS).toBeGreaterThan(EXPLORE_SHARE * 0.8)
    expect(ids.length / IDS).toBeLessThan(EXPLORE_SHARE * 1.2)
    for (const id of ids) {
      expect(plan(id)).toEqual(plan(id))
      expect(explored(plan(id))).toEqual(['young'])
      expect(plan(id).candidates[0]?.provider).toBe('young')
      expect(plan(id, { offers: [NEW, SECOND, KNOWN] })).toEqual(plan(id))
    }
  })

  it.each<[string, Partial<PlanRequest>]>([
    ['that declines', { routing: buildRouting({ strategy: 'best_value', explore: false }) }],
    ['by another strategy', { routing: buildRouting({ strategy: 'cheapest' }) }],
    ['without fallback', { routing: buildRouting({ strategy: 'best_value', allow_fallback: false }) }],
    ['that is pinned', { routing: buildRouting({ strategy: 'best_value', provider: 'young' }) }],
    ['that sends', { capability: buildCapability({ sends: true, billing: 'on_match' }) }],
    ['that pays for a miss', { capability: buildCapability({ billing: 'per_call' }) }],
    ['whose usual first choice is new too', { offers: [{ ...KNOWN, hits: answered(20, 40) }, SECOND, NEW] }],
    ['with an own key', { offers: [KNOWN, { ...SECOND, connectionId: 'con_1' }, NEW] }],
    ['whose offers are all known', { offers: [KNOWN, SECOND, { ...NEW, hits: answered(1, EXPLORE_ANSWERS) }] }],
    [
      'that would hold more than twice as much',
      { offers: [KNOWN, SECOND, THIRD, buildOffer('young', { price: '0.09' })] },
    ],
  ])('never happens in a run %s', (_, more) => {
    for (const id of ids) expect(explored(plan(id, more))).toEqual([])
  })

  it('never passes the most that the request may cost, nor twice the hold', () => {
    const hold = parseUsd(plan(undefined).hold)
    fc.assert(
      fc.property(
        fc.constantFrom(...ids),
        fc.uniqueArray(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 20_000, max: 100_000 }),
        (id, prices, maxCost) => {
          const max_cost = `0.${String(maxCost).padStart(6, '0')}`
          const offers = prices.map((price, index) =>
            buildOffer(`p${index}`, { price: `0.${String(price).padStart(4, '0')}` }),
          )
          const routing = buildRouting({ strategy: 'best_value', max_cost })
          const request = { offers: [KNOWN, ...offers], routing }
          const [usual, exploring] = [plan(undefined, request), plan(id, request)]
          expect(parseUsd(exploring.hold)).toBeLessThanOrEqual(parseUsd(max_cost))
          expect(parseUsd(exploring.hold)).toBeLessThanOrEqual(parseUsd(usual.hold) * 2n)
        },
      ),
    )
    expect(hold).toBe(parseUsd('0.03'))
  })
})
