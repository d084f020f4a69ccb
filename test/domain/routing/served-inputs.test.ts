import { describe, expect, it } from '@jest/globals'
import type { JsonObject } from '../../../domain/json/json.ts'
import { LIST_RATES } from '../../../domain/pricing/rates.ts'
import { atMost, atMostValues, oneOf } from '../../../domain/providers/field-limits.ts'
import { planRun, type RoutedOffer } from '../../../domain/routing/candidates.ts'
import type { RoutePlan } from '../../../domain/routing/plan.ts'
import { buildCapability, buildOffer, buildRouting, type OfferTerms } from './build-routing.ts'

const offers = (terms: Readonly<Record<string, OfferTerms>>): RoutedOffer[] =>
  Object.entries(terms).map(([provider, of]) => buildOffer(provider, of))

interface InputCase {
  readonly offers: readonly RoutedOffer[]
  readonly routing?: Parameters<typeof buildRouting>[0]
  readonly input?: JsonObject
}

const answerTo = ({ routing, input = { domain: 'example.com' }, ...rest }: InputCase) =>
  planRun({
    offers: rest.offers,
    input,
    routing: buildRouting(routing),
    capability: buildCapability(),
    rates: LIST_RATES,
  })

function planFor(request: InputCase): RoutePlan {
  const answer = answerTo(request)
  if (answer.kind === 'refused') throw new Error(`refused: ${answer.error.message}`)
  return answer.plan
}

function errorFor(request: InputCase) {
  const answer = answerTo(request)
  if (answer.kind === 'plan') throw new Error('it was planned')
  return answer.error
}

const tried = (plan: RoutePlan): string[] => plan.candidates.map(({ provider }) => provider)

describe('an input', () => {
  it('leaves out an offer that cannot use an input that is given', () => {
    const sending = offers({ plain: { cannotTake: ['in_reply_to'] }, threads: {} })
    expect(tried(planFor({ offers: sending }))).toEqual(['plain', 'threads'])
    const reply = planFor({ offers: sending, input: { domain: 'example.com', in_reply_to: 'message' } })
    expect(tried(reply)).toEqual(['threads'])
    expect(reply.excluded).toEqual([{ provider: 'plain', reason: 'it cannot take in_reply_to' }])
    expect(tried(planFor({ offers: sending, input: { domain: 'example.com', in_reply_to: null } }))).toEqual([
      'plain',
      'threads',
    ])
  })

  it('leaves out an offer that does not take the value of an input, or one of several', () => {
    const limited = offers({
      small: { takes: { limit: atMost(20), levels: oneOf(['VP', 'director']) } },
      any: {},
    })
    const withInput = (input: JsonObject) => planFor({ offers: limited, input: { domain: 'example.com', ...input } })
    const taken: JsonObject[] = [{}, { limit: 20 }, { limit: null }, { levels: ['vp', 'Director'] }]
    for (const input of taken) expect(tried(withInput(input))).toEqual(['any', 'small'])
    expect(withInput({ limit: 21 }).excluded).toEqual([
      { provider: 'small', reason: 'its limit must be at most 20, not 21' },
    ])
    expect(withInput({ levels: ['vp', 'intern'] }).excluded).toEqual([
      { provider: 'small', reason: 'its levels must be one of VP, director, not intern' },
    ])
  })

  it('leaves out an offer that takes fewer values, or does not take several inputs together', () => {
    const limited = offers({
      few: { takes: { titles: atMostValues(2) } },
      together: {
        conditions: [
          {
            field: 'limit',
            accepts: ({ limit, query }) => query === undefined || limit === 1,
            words: '1 with a query',
          },
        ],
      },
      any: {},
    })
    const withInput = (input: JsonObject) => planFor({ offers: limited, input: { domain: 'example.com', ...input } })
    const taken: JsonObject[] = [{ titles: ['a', 'b'] }, { limit: 2 }, { limit: 1, query: 'x' }]
    for (const input of taken) expect(tried(withInput(input))).toEqual(['any', 'few', 'together'])
    expect(withInput({ titles: ['a', 'b', 'c'] }).excluded).toEqual([
      { provider: 'few', reason: 'its titles must be at most 2 values' },
    ])
    expect(withInput({ limit: 2, query: 'Ada' }).excluded).toEqual([
      { provider: 'together', reason: 'its limit must be 1 with a query' },
    ])
  })

  it("is refused as the caller's input only where no offer serves it, whatever the accounts, prices and pins", () => {
    const limited = { takes: { level: oneOf(['vp']) }, unusable: 'no platform account' }
    const input = { domain: 'example.com', level: 'intern' }
    const none = answerTo({ offers: offers({ a: limited, b: { ...limited, price: '9' } }), input })
    expect(none).toMatchObject({
      kind: 'refused',
      field: 'level',
      error: {
        code: 'invalid_request',
        message: expect.stringContaining('a: its level must be one of vp, not intern; b: its level must be'),
      },
    })
    const others = offers({ a: limited, b: { unusable: 'no platform account' } })
    expect(errorFor({ offers: others, input })).toMatchObject({ code: 'provider_not_available' })
    expect(errorFor({ offers: others, input, routing: { provider: 'a' } })).toMatchObject({
      code: 'provider_not_available',
    })
  })
})
