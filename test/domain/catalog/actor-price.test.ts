import { describe, expect, it } from '@jest/globals'
import { publishedPrice } from '../../../domain/catalog/actor-price.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')
const info = (more: object, startedAt = '2026-01-01T00:00:00.000Z') => ({ startedAt, ...more })
const events = (actorChargeEvents: object, more: object = {}) =>
  info({ pricingModel: 'PAY_PER_EVENT', pricingPerEvent: { actorChargeEvents }, ...more })
const perItem = (pricePerUnitUsd: unknown, startedAt?: string) =>
  info({ pricingModel: 'PRICE_PER_DATASET_ITEM', pricePerUnitUsd }, startedAt)

describe('the price that an actor publishes', () => {
  it.each<[string, unknown, object | null]>([
    ['of an item', { pricingInfos: [perItem(0.004)] }, { item: '0.004' }],
    ['in force now', { pricingInfos: [perItem(0.004), perItem(0.009, '2027-01-01T00:00:00.000Z')] }, { item: '0.004' }],
    [
      'that replaced an earlier one',
      { pricingInfos: [perItem(0.004), perItem(0.003, '2026-06-01T00:00:00.000Z')] },
      { item: '0.003' },
    ],
    ['below a microdollar is not free', { pricingInfos: [perItem(0.0000001)] }, { item: '0.000001' }],
    [
      'of events',
      {
        pricingInfos: [
          events(
            {
              'apify-actor-start': { eventPriceUsd: 0.00005 },
              'apify-default-dataset-item': { eventPriceUsd: 0.0025 },
            },
            { minimalMaxTotalChargeUsd: 0.5 },
          ),
        ],
      },
      { start: '0.00005', item: '0.0025', minimum: '0.50' },
    ],
    [
      'of the event that it names first, on the smallest plan',
      {
        pricingInfos: [
          events({
            place: {
              isPrimaryEvent: true,
              eventTieredPricingUsd: { FREE: { tieredEventPriceUsd: 0.004 }, GOLD: { tieredEventPriceUsd: 0.002 } },
            },
            review: { eventPriceUsd: 0.1 },
          }),
        ],
      },
      { item: '0.004' },
    ],
    ['as nothing', { pricingInfos: [info({ pricingModel: 'FREE' })] }, null],
    ['that is no amount', { pricingInfos: [perItem('cheap')] }, null],
    ['nowhere', {}, null],
    ['nowhere, without an actor', null, null],
  ])('is read %s', (_, actor, price) => {
    expect(publishedPrice(actor, NOW)).toEqual(price)
  })
})
