import { describe, expect, it } from '@jest/globals'
import { createObservedLatency } from '../../activities/runs/observed-latency.ts'
import { createShares, type ShareAnswer, type Shares, type ShareWanted, underShare } from '../../activities/shares.ts'
import { shownShares } from '../../worker/shown-shares.ts'
import { createMeter } from '../../telemetry/meter.ts'

const OF = { quick: 8, slow: 8, calls: 8, inbound: 8 } as const
const wanted = (more: Partial<ShareWanted> = {}): ShareWanted => ({
  lane: 'quick',
  environment: 'live',
  workspaceId: 'a',
  accountId: 'hunter',
  ...more,
})

/** Takes slots until it is refused; returns what was taken and the refusal. */
function takeAll(shares: Shares, of: Partial<ShareWanted>) {
  const taken: Extract<ShareAnswer, { kind: 'taken' }>[] = []
  for (;;) {
    const answer = shares.take(wanted(of))
    if (answer.kind === 'refused') return { taken, refused: answer }
    taken.push(answer)
  }
}

describe('the ledger of slots', () => {
  it('gives a workspace its part, leaves the rest to others, and grants released slots again', () => {
    const shares = createShares({ of: OF, now: () => 0 })
    const { taken, refused } = takeAll(shares, { accountId: null })
    expect([taken.length, refused.by]).toEqual([4, 'workspace'])
    expect(shares.take(wanted({ workspaceId: 'b' })).kind).toBe('taken')
    // Released a second time it frees nothing more.
    taken[0]?.release()
    taken[0]?.release()
    expect(takeAll(shares, { accountId: null }).taken).toHaveLength(1)
    taken[1]?.release()
    expect(takeAll(shares, { accountId: null }).taken).toHaveLength(1)
  })

  it('counts each environment, account and lane apart', () => {
    const shares = createShares({ of: OF, now: () => 0 })
    takeAll(shares, { accountId: null })
    expect(takeAll(shares, { environment: 'test' }).taken.length).toBeGreaterThan(0)
    expect(takeAll(shares, { workspaceId: 'b', accountId: 'leadmagic' }).taken.length).toBeGreaterThan(0)
    expect(takeAll(shares, { lane: 'slow', accountId: null }).taken).toHaveLength(4)
  })

  it('ends at zero, whatever was under way at once and however it ended', async () => {
    const shares = createShares({ of: OF, now: () => 0 })
    let most = 0
    let held = 0
    await Promise.allSettled(
      Array.from({ length: 500 }, async (_, index) => {
        await Promise.resolve()
        const of = wanted({
          workspaceId: `w${index % 7}`,
          environment: index % 3 === 0 ? 'test' : 'live',
          accountId: `p${index % 5}`,
        })
        await underShare(shares, of, {
          async work() {
            held += 1
            most = Math.max(most, held)
            await new Promise((resolve) => {
              setImmediate(resolve)
            })
            held -= 1
            if (index % 2 === 0) throw new Error('a defect')
          },
          refused: () => undefined,
        })
      }),
    )
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(OF.quick)
    expect(takeAll(shares, { workspaceId: 'new', accountId: null }).taken).toHaveLength(4)
  })

  it('delays waiting steps one after the other, by how long slots are held there', () => {
    let now = 0
    const shares = createShares({ of: OF, now: () => now })
    const { taken } = takeAll(shares, { lane: 'slow', accountId: null })
    now = 40_000
    for (const one of taken) one.release()
    takeAll(shares, { lane: 'slow', accountId: null })
    const waits = Array.from({ length: 3 }, () => shares.take(wanted({ lane: 'slow', accountId: null }))).map(
      (answer) => (answer.kind === 'refused' ? answer.afterMs : 0),
    )
    const [first = 0, second = 0, third = 0] = waits
    expect(second).toBeGreaterThan(first)
    expect(Math.abs(third - second - (second - first))).toBeLessThanOrEqual(1)
  })

  it('counts taken and refused shares by lane and environment, and never by workspace', async () => {
    const meter = createMeter({ processMetrics: false })
    const shares = createShares({ of: OF, now: () => 0, watcher: shownShares(meter, OF) })
    const { taken } = takeAll(shares, { accountId: null })
    taken[0]?.release()
    const page = await meter.registry.metrics()
    expect(page).toContain('worker_shares_max{lane="quick"} 8')
    expect(page).toContain('worker_shares_taken{lane="quick",environment="live"} 3')
    expect(page).toContain('worker_shares_refused_total{lane="quick",environment="live",reason="workspace"} 1')
  })
})

describe('the observed latency of an offer', () => {
  it('is slow while calls hang, before any of them has been answered, and only for that offer', () => {
    let now = 0
    const observedLatency = createObservedLatency(() => now)
    const ends = Array.from({ length: 20 }, () => observedLatency.begin('hunter contact.find'))
    expect(observedLatency.isSlow('hunter contact.find')).toBe(false)
    now = 4_100
    expect([observedLatency.isSlow('hunter contact.find'), observedLatency.isSlow('hunter contact.verify')]).toEqual([
      true,
      false,
    ])
    now = 10_000
    for (const end of ends) end()
    expect(observedLatency.isSlow('hunter contact.find')).toBe(true)
    for (let answers = 0; answers < 12; answers += 1) observedLatency.begin('hunter contact.find')()
    expect(observedLatency.isSlow('hunter contact.find')).toBe(false)
  })
})
