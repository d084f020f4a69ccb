import { afterAll, describe, expect, it } from '@jest/globals'
import type { Lane } from '../../domain/runs/lanes.ts'
import { leftovers } from '../support/child-process.ts'
import { CALL_PROVIDER, type CrashAt, type CrashTime } from '../support/crash-point.ts'
import { type CrashPlan, crashedRun } from '../support/crashed-run.ts'
import { findEffects } from '../support/effects.ts'
import { findThrough, freeAllTurns, takeAllTurns } from '../support/live-providers.ts'
import { runClient } from '../support/run-client.ts'
import { until } from '../support/until.ts'

/** A crash, and what the provider may have been asked and the attempt been executed by the time the run has ended. */
type Row = readonly [effect: string, when: CrashTime, lane: Lane, asked: number, executions: number, more?: Partial<CrashPlan>]

const PROVIDERS = { quick: 'hunter', slow: 'findymail' } as const
const LANES = ['quick', 'slow'] as const
/** Longer than a run waits for its turn. */
const IMPATIENT = { CLOCK_AHEAD_MS: String(11 * 60_000) }

/** The call of a lookup is repeated at most once, and only when its outcome was not written down. */
const EVERYWHERE = LANES.flatMap((lane): Row[] => [
  ['reserve_run', 'before', lane, 1, 1],
  ['reserve_run', 'after', lane, 1, 1],
  ['begin_attempt', 'before', lane, 1, 1],
  ['begin_attempt', 'after', lane, 1, 2],
  [CALL_PROVIDER, 'before', lane, 1, 2],
  [CALL_PROVIDER, 'after', lane, 2, 2],
  ['record_outcome', 'before', lane, 2, 2],
  ['record_outcome', 'after', lane, 1, 1],
  ['settle_run', 'before', lane, 1, 1],
  ['settle_run', 'after', lane, 1, 1],
  // The first worker dies before it asks, the second as it takes the attempt over.
  ['take_over_attempt', 'before', lane, 1, 2, afterCrash('call_provider:before')],
  ['take_over_attempt', 'after', lane, 1, 3, afterCrash('call_provider:before')],
])

const CANCELLED = (['before', 'after'] as const).flatMap((when): Row[] => [
  ['cancel_run', when, 'slow', 0, 0],
  // A quick turn without room goes on in the slow lane.
  ['cancel_run', when, 'quick', 0, 0],
])

/** Effects that no run's worker executes, each with the test that covers it. */
const EXEMPT: Readonly<Record<string, string>> = {
  insert_run: 'executed by the api: test/crash/api-kill.test.ts',
  claim_overdue_runs: 'only moves the time of the next look: test/crash/api-kill.test.ts kills the sweeper around it',
  write_spend_guard: 'one statement of one request of the api; no run depends on it',
  credit_wallet_topup: 'one statement under a unique key, outside any run',
  credit_wallet_promotion: 'one statement under a unique key, outside any run',
  record_no_turn: 'needs two providers and an impatient worker: test/crash/waterfall.test.ts',
}

function afterCrash(at: CrashAt): Partial<CrashPlan> {
  return { crashes: [at] }
}

afterAll(() => { expect(leftovers()).toEqual([]) })

describe('the table of effects', () => {
  it('names every statement of a run that changes something, and none that is gone', async () => {
    const { names, hidden } = await findEffects()
    const rows = new Set([...EVERYWHERE, ...CANCELLED].map(([effect]) => effect))
    expect(hidden).toEqual([])
    expect(names.filter((name) => !rows.has(name) && !(name in EXEMPT))).toEqual([])
    expect([...rows, ...Object.keys(EXEMPT)].filter((name) => name !== CALL_PROVIDER && !names.includes(name))).toEqual([])
  })
})
void IMPATIENT

describe('a worker that dies around an effect', () => {
  it.concurrent.each(EVERYWHERE)('%s:%s in the %s lane: the run succeeds and is charged once', async (effect, when, lane, asked, executions, more) => {
    const provider = PROVIDERS[lane]
    const started = performance.now()
    const ended = await crashedRun({
      crashes: [...(more?.crashes ?? []), `${effect}:${when}`], environment: 'live', request: findThrough(provider),
    })
    console.log(effect, when, lane, ((performance.now() - started) / 1000).toFixed(1))
    expect(ended).toMatchObject({
      run: { status: 'succeeded', provider, attempts: [{ provider, outcome: 'succeeded' }] },
      closedAs: 'succeeded', transfers: ['hold', 'charge'], held: 0n, drifts: [],
      attempts: [{ provider, outcome: 'succeeded', executions }],
    })
    expect(ended.asked).toEqual({ hunter: 0, findymail: 0, leadmagic: 0, [provider]: asked })
  }, 400_000)

  it.concurrent.each(CANCELLED)('%s:%s in the %s lane: the queued run is cancelled and costs nothing', async (effect, when, lane, asked) => {
    const provider = PROVIDERS[lane]
    const started = performance.now()
    const ended = await crashedRun({
      crashes: [`${effect}:${when}`], environment: 'live', request: findThrough(provider),
      prepare: ({ service }) => takeAllTurns(service.db, provider),
      // An operator's signal alone: the api cancels in its own transaction.
      async underway({ service }, runId) {
        const client = runClient(service.url, service.workspace.keys.live)
        await until(() => client.get(runId), ({ body }) => body.status === 'queued')
        await service.client.workflow.getHandle(runId).signal('cancel')
      },
    })
    console.log(effect, when, lane, ((performance.now() - started) / 1000).toFixed(1))
    expect(ended).toMatchObject({
      run: { status: 'cancelled', attempts: [] }, closedAs: 'cancelled',
      transfers: ['hold', 'release'], held: 0n, spent: 0n, drifts: [], attempts: [],
    })
    expect(ended.asked[provider]).toBe(asked)
  }, 400_000)
})
void freeAllTurns
