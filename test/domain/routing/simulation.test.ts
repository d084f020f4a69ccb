import { beforeAll, describe, expect, it } from '@jest/globals'
import { breakingMarket, formerBestValue, judgeOf, Learner, openMarket, oracle } from './market.ts'

const SEEDS = [1, 2, 3, 4, 5, 6]
const RUNS = 2_000

const mean = (figures: readonly number[]): number => figures.reduce((sum, one) => sum + one, 0) / figures.length

interface Played {
  readonly oracle: number
  readonly ours: number
  readonly former: number
  readonly cheapest: number
}

/** What one delivered result costs, by the orders that each way to route has in the end; other people than it knew. */
function play(seed: number): Played {
  const judge = judgeOf(openMarket(seed, { visitors: 'judged' }))
  const learner = new Learner(openMarket(seed), seed)
  for (let run = 0; run < RUNS; run += 1) learner.run()
  return {
    oracle: oracle(learner.market, judge),
    ours: judge(learner.order()),
    former: judge(formerBestValue(learner.market)),
    cheapest: judge(learner.order('cheapest')),
  }
}

describe('best value, with twenty providers whose hit rates are hidden', () => {
  const played: Played[] = []
  const timesTheBest = (way: keyof Played): number => mean(played.map((one) => one[way] / one.oracle))
  beforeAll(() => {
    played.push(...SEEDS.map(play))
  }, 120_000)

  it('costs at most 5 % more than the best order there is, after 2,000 runs', () => {
    expect(timesTheBest('ours')).toBeLessThan(1.05)
  })

  it('costs less than half of what it cost while a miss counted as a success, and of cheapest first', () => {
    expect(timesTheBest('former') / timesTheBest('ours')).toBeGreaterThan(2)
    expect(timesTheBest('cheapest') / timesTheBest('ours')).toBeGreaterThan(2)
  })

  it('leaves a provider within 50 runs after it has stopped finding anything', () => {
    for (const seed of SEEDS) {
      const { market, breakDown } = breakingMarket(seed)
      const learner = new Learner(market, seed)
      for (let run = 0; run < RUNS / 2; run += 1) learner.run()
      const [favourite = ''] = learner.order()
      breakDown(favourite)
      for (let run = 0; run < 50; run += 1) learner.run()
      expect(learner.order()[0]).not.toBe(favourite)
    }
  })
})
