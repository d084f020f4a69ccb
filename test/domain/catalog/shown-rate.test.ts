import { describe, expect, it } from '@jest/globals'
import { cardOf } from '../../../domain/catalog/cost.ts'
import { dataforseoRate } from '../../../domain/catalog/providers/dataforseo-rates.ts'
import { costOfRequest, type Rate } from '../../../domain/catalog/rate.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { formatUsd, parseUsd, platformPrice } from '../../../domain/money/microdollars.ts'

const MEMBERS = ['keyword', 'depth', 'max_crawl_pages', 'priority', 'load_resources', 'enable_javascript']

const rateOf = (endpoint: string): Rate => {
  const rate = dataforseoRate({ method: 'POST', endpoint, members: MEMBERS })
  if (rate === null || rate === 'free') throw new Error(`${endpoint} has no rate`)
  return rate
}

/** What an agent computes from the card alone. */
function priceByCard(rate: Rate, input: Readonly<Record<string, number | boolean>>): string {
  const { item, each = '', units = [], base = '0', surcharges = [] } = cardOf(rate)
  if (item === undefined) throw new Error('the card has no item')
  const named = units.length === 0 ? [{ member: each, per: item.per }] : units
  const counts = named.flatMap(({ member, per }) =>
    typeof input[member] === 'number' ? [Math.ceil(input[member] / per)] : [],
  )
  const count = counts.length === 0 ? item.usual / item.per : Math.max(...counts)
  const applying = surcharges.filter(({ member, is }) =>
    is === undefined ? input[member] === true : input[member] === is,
  )
  const groups = Map.groupBy(applying, ({ group, member }) => group ?? member)
  const times = [...groups.values()].reduce((all, group) => all * Math.max(...group.map((one) => one.times)), 1)
  return formatUsd((parseUsd(base) + parseUsd(item.price) * BigInt(count)) * BigInt(times))
}

describe('the rate that inspect shows', () => {
  it.each([
    [{}],
    [{ depth: 10 }],
    [{ depth: 100 }],
    [{ max_crawl_pages: 3 }],
    [{ depth: 100, max_crawl_pages: 3 }],
    [{ depth: 10, max_crawl_pages: 7 }],
    [{ priority: 2, max_crawl_pages: 3 }],
    [{ load_resources: true, enable_javascript: true, max_crawl_pages: 3 }],
    [{ load_resources: true, enable_javascript: true, priority: 2 }],
  ])('is enough to compute the price of a search with %j', (input) => {
    const rate = rateOf('/v3/serp/google/organic/live/advanced')
    const cost = platformPrice(costOfRequest(rate, { input: input as JsonObject }, false))
    expect(priceByCard(rate, input)).toBe(formatUsd(cost))
  })

  it('names every member that the price grows with', () => {
    expect(cardOf(rateOf('/v3/serp/google/organic/live/advanced'))).toMatchObject({
      each: 'depth',
      base: '0.000715',
      item: { price: '0.002145', per: 10, usual: 10 },
      units: [
        { member: 'depth', per: 10 },
        { member: 'max_crawl_pages', per: 1 },
      ],
    })
    expect(cardOf(rateOf('/v3/on_page/task_post'))).not.toHaveProperty('units')
  })
})
