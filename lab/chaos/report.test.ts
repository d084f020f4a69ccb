import { describe, expect, it } from '@jest/globals'
import type { Campaign } from './campaign.ts'
import { falsifyAll, INVARIANTS, judge } from './judge.ts'
import { reportOf } from './report.ts'
import { SAMPLE } from './sample-evidence.ts'

const CAMPAIGN: Campaign = {
  evidence: SAMPLE,
  skipped: 3,
  faults: [{ name: 'kill -9 of worker', from: 900, until: 4_000, healedAt: 4_500 }],
  probes: [
    { at: 1_000, status: 200 },
    { at: 2_000, status: 503 },
    { at: 9_000, status: 200 },
  ],
}

describe('the report of a campaign', () => {
  it('has a line for each promise and for each fault, with its answers and how soon the service was back', () => {
    const report = reportOf({ seed: 7, campaign: CAMPAIGN, judged: judge(SAMPLE), falsified: null })
    for (const { promise } of INVARIANTS) expect(report).toContain(`| ${promise} |`)
    expect(report).toContain('# Chaos, seed 7')
    // Begun in the fault: all requests but the repeated one at 5,000, which is answered a second and 50 ms after its
    // end.
    expect(report).toContain(
      '| 0 | kill -9 of worker | 3.1 | 9 | 200: 6, 202: 1, 502 provider_error: 1, 503 unavailable: 1 | 50 / 50 | 200: 1, 503: 1 | 1.1 | 1.1 | 0.0 |',
    )
    expect(report).not.toContain('violations')
  })

  it('names what broke a promise, and the result of a falsification', () => {
    const broken = { ...SAMPLE, stuck: ['run_1  running  contact.find'] }
    const report = reportOf({
      seed: 7,
      campaign: { ...CAMPAIGN, evidence: broken },
      judged: judge(broken),
      falsified: falsifyAll(broken),
    })
    expect(report).toContain('| **1 violations** |')
    expect(report).toContain('- run_1  running  contact.find')
    expect(report).toContain('- seen: a cancelled run costs nothing and called no provider')
  })
})
