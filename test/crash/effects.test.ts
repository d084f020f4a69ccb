import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from '@jest/globals'
import type { Lane } from '../../domain/routing/lanes.ts'
import { leftovers } from '../support/child-process.ts'
import { CALL_PROVIDER, CRASH_TIMES, type CrashAt, type CrashTime } from '../support/crash-point.ts'
import { played } from '../support/crash-rows.ts'
import { crashedRun } from '../support/crashed-run.ts'
import { findEffects } from '../support/effects.ts'
import { findThrough, occupyAccount } from '../support/live-providers.ts'
import { runClient } from '../support/run-client.ts'
import { until } from '../support/until.ts'
import { EXEMPT } from './exempt-effects.ts'

/** A crash, and by the run's end: how often the provider was called, and how many executors had the attempt. */
type Row = readonly [effect: string, when: CrashTime, lane: Lane, calls: number, executions: number]

const LANES = ['quick', 'slow'] as const
const PROVIDERS = { quick: 'hunter', slow: 'findymail' } as const
/** Rows take turns, and the last one waits for all others. */
const TIMEOUT_MS = 400_000

/** A lookup is repeated at most once, and only when its outcome was not stored. */
const ROWS: readonly Row[] = [
  // One statement holds and begins, another one stores the outcome and settles.
  ['reserve_runs', 'before', 'quick', 1, 1],
  ['reserve_runs', 'after', 'quick', 1, 2],
  ['record_and_settle', 'before', 'quick', 2, 2],
  ['record_and_settle', 'after', 'quick', 1, 1],
  ['reserve_runs', 'before', 'slow', 1, 1],
  ['reserve_runs', 'after', 'slow', 1, 1],
  ['begin_attempt', 'before', 'slow', 1, 1],
  ['begin_attempt', 'after', 'slow', 1, 2],
  ['record_outcome', 'before', 'slow', 2, 2],
  ['record_outcome', 'after', 'slow', 1, 1],
  ['settle_run', 'before', 'slow', 1, 1],
  ['settle_run', 'after', 'slow', 1, 1],
  ...LANES.flatMap((lane): Row[] => [
    [CALL_PROVIDER, 'before', lane, 1, 2],
    [CALL_PROVIDER, 'after', lane, 2, 2],
    ['take_over_attempt', 'before', lane, 1, 2],
    ['take_over_attempt', 'after', lane, 1, 3],
  ]),
]

/** The quick lane after a first provider that failed: how often the two providers are called. */
const FALLBACKS: readonly (readonly [effect: string, when: CrashTime, first: number, second: number])[] = [
  ['record_outcome', 'before', 2, 1],
  ['record_outcome', 'after', 1, 1],
  ['begin_attempt', 'before', 1, 1],
  ['begin_attempt', 'after', 1, 1],
  ['record_and_settle', 'before', 1, 2],
  ['record_and_settle', 'after', 1, 1],
]

/** Crashes that lead to the one of the row: an attempt is only taken over from a worker that has died. */
const EARLIER: Readonly<Record<string, readonly CrashAt[]>> = { take_over_attempt: ['call_provider:before'] }

/** A quick turn that finds no room waits in the slow lane. */
const CANCELLED = LANES.flatMap((lane) => CRASH_TIMES.map((when) => ['cancel_run', when, lane] as const))

/** Effects whose crashes a file of `test/long/crash/` plays. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  record_skipped_attempt: 'repeats.test.ts',
  give_up_attempt: 'repeats.test.ts',
  reserve_send: 'sends.test.ts',
  request_approval: 'approvals.test.ts',
  expire_approval: 'approvals.test.ts',
  insert_run: 'api-kill.test.ts',
  claim_overdue_runs: 'api-kill.test.ts',
  note_external_run: 'actors.test.ts',
  extend_lease: 'actors.test.ts',
  postpone_final_bill: 'actors.test.ts',
  close_final_bill: 'actors.test.ts',
  settle_linked_run: 'linked.test.ts',
  create_webhook: 'webhook-requests.test.ts',
  rotate_webhook_secret: 'webhook-requests.test.ts',
  add_test_delivery: 'webhook-requests.test.ts',
  retry_delivery: 'webhook-requests.test.ts',
  recover_deliveries: 'webhook-requests.test.ts',
  record_delivery_attempt: 'deliveries.test.ts',
  stop_delivery: 'deliveries.test.ts',
  disable_failing_endpoint: 'deliveries.test.ts',
  claim_overdue_deliveries: 'deliveries.test.ts',
  report_finished_runs: 'finished-runs.test.ts',
  store_inbound: 'inbound.test.ts',
  process_inbound: 'inbound.test.ts',
  claim_overdue_inbound: 'inbound.test.ts',
  settle_address_report: 'bounce-credits.test.ts',
  ...Object.fromEntries(
    [
      'begin_inbox',
      'settle_inbox',
      'give_inbox_up',
      'open_account_link',
      'bind_account',
      'remove_account',
      'begin_domain',
      'settle_domain',
      'give_domain_up',
      'remove_domain',
    ].map((name) => [name, 'connecting.test.ts']),
  ),
  find_erased_names: 'erasures.test.ts',
  erase_batch: 'erasures.test.ts',
  finish_erasure: 'erasures.test.ts',
  claim_overdue_erasures: 'erasures.test.ts',
  claim_overdue_mails: 'account-mails.test.ts',
  close_mail: 'account-mails.test.ts',
  begin_auto_topup: 'topups.test.ts',
  settle_auto_topup: 'topups.test.ts',
  claim_due_auto_topups: 'topups.test.ts',
  claim_overdue_topups: 'topups.test.ts',
  request_refresh: 'watches.test.ts',
  begin_refresh: 'watches.test.ts',
  record_refresh: 'watches.test.ts',
  claim_overdue_refreshes: 'watches.test.ts',
  create_job: 'jobs.test.ts',
  change_job: 'jobs.test.ts',
  play_job_round: 'jobs.test.ts',
  claim_overdue_jobs: 'jobs.test.ts',
}

afterAll(() => {
  expect(leftovers()).toEqual([])
})

describe('the table of effects', () => {
  const here = new Set([...ROWS, ...CANCELLED].map(([effect]) => effect))

  it('has every statement that changes something, and none that is gone', async () => {
    const { names, hidden } = await findEffects()
    const known = new Set([...here, ...Object.keys(ELSEWHERE), ...Object.keys(EXEMPT)])
    expect({
      hidden,
      missing: names.filter((name) => !known.has(name)).map((name) => `${name}: add it to ROWS, ELSEWHERE or EXEMPT`),
      gone: [...known].filter((name) => name !== CALL_PROVIDER && !names.includes(name)),
    }).toEqual({ hidden: [], missing: [], gone: [] })
  })

  it.each(Object.entries(ELSEWHERE))('%s is played before and after itself in %s', (effect, file) => {
    const text = readFileSync(new URL(`../long/crash/${file}`, import.meta.url), 'utf8')
    expect(CRASH_TIMES.filter((when) => !text.includes(`'${effect}:${when}'`))).toEqual([])
  })
})

describe('a worker that dies around an effect of a run', () => {
  // The first row's workers are processes, ended by SIGKILL.
  it.concurrent.each(played(ROWS).map((row, index) => [...row, index === 0] as const))(
    '%s:%s in the %s lane: the run succeeds and is charged once (calls of its provider: %i)',
    async (effect, when, lane, calls, executions, signal) => {
      const provider = PROVIDERS[lane]
      const ended = await crashedRun({
        crashes: [...(EARLIER[effect] ?? []), `${effect}:${when}`],
        signal,
        environment: 'live',
        request: findThrough(provider),
      })
      expect(ended).toMatchObject({
        run: { status: 'succeeded', provider, attempts: [{ provider, outcome: 'succeeded' }] },
        closedAs: 'succeeded',
        transfers: ['hold', 'charge'],
        held: 0n,
        drifts: [],
        attempts: [{ provider, outcome: 'succeeded', executions }],
      })
      expect(ended.calls).toEqual({ hunter: 0, findymail: 0, leadmagic: 0, [provider]: calls })
    },
    TIMEOUT_MS,
  )

  it.concurrent.each(played(FALLBACKS))(
    '%s:%s after a provider that failed: the next one delivers and alone is charged, once',
    async (effect, when, first, second) => {
      const ended = await crashedRun({
        crashes: [`${effect}:${when}`],
        environment: 'live',
        request: findThrough('auto'),
        prepare: async ({ providers }) => providers.set('leadmagic', 'wrong'),
      })
      expect(ended).toMatchObject({
        run: { status: 'succeeded', provider: 'hunter' },
        closedAs: 'succeeded',
        transfers: expect.arrayContaining(['hold', 'charge']),
        held: 0n,
        drifts: [],
        attempts: [
          { provider: 'leadmagic', outcome: 'provider_error' },
          { provider: 'hunter', outcome: 'succeeded' },
        ],
      })
      expect(ended.calls).toEqual({ leadmagic: first, hunter: second, findymail: 0 })
    },
    TIMEOUT_MS,
  )

  it.concurrent.each(played(CANCELLED))(
    '%s:%s in the %s lane: the run that waits for its turn is cancelled, costs nothing, and calls no provider',
    async (effect, when, lane) => {
      const provider = PROVIDERS[lane]
      const ended = await crashedRun({
        crashes: [`${effect}:${when}`],
        environment: 'live',
        request: findThrough(provider),
        prepare: ({ service }) => occupyAccount(service.db, provider),
        // An operator's signal alone: the api cancels by itself.
        async underway({ service }, runId) {
          const client = runClient(service.url, service.workspace.keys.live)
          await until(
            () => client.get(runId),
            ({ body }) => body.status === 'queued',
          )
          await service.client.workflow.getHandle(runId).signal('cancel')
        },
      })
      expect(ended).toMatchObject({
        run: { status: 'cancelled' },
        closedAs: 'cancelled',
        transfers: ['hold', 'release'],
        held: 0n,
        spent: 0n,
        drifts: [],
      })
      expect([ended.attempts, ended.calls]).toEqual([[], { hunter: 0, findymail: 0, leadmagic: 0 }])
    },
    TIMEOUT_MS,
  )
})
