import { afterAll, describe, expect, it } from '@jest/globals'
import { leftovers } from '../../support/child-process.ts'
import { played } from '../../support/crash-rows.ts'
import { type CrashPlan, crashedRun } from '../../support/crashed-run.ts'
import { runActor } from '../../support/live-providers.ts'

/** Rows take turns, and the last one waits for all others. */
const TIMEOUT_MS = 400_000

const actorRun = (plan: Partial<CrashPlan> & Pick<CrashPlan, 'crashes'>) =>
  crashedRun({ environment: 'live', credit: '2.00', request: runActor(), ...plan })

afterAll(() => {
  expect(leftovers()).toEqual([])
})

describe('an actor whose worker dies', () => {
  it.concurrent.each(
    played([
      ['note_external_run:after', 2],
      ['call_provider:after', 2],
      ['record_outcome:before', 2],
      ['record_outcome:after', 1],
      ['settle_run:before', 1],
      ['settle_run:after', 1],
      ['close_final_bill:before', 1],
      ['close_final_bill:after', 1],
    ] as const),
  )(
    '%s: was started once, is resumed, and is charged once (executors: %i)',
    async (at, executions) => {
      const ended = await actorRun({ crashes: [at] })
      expect(ended).toMatchObject({
        run: {
          status: 'succeeded',
          billing: { charged: '0.0143' },
          result: { data: { items: [{ url: 'https://example.com/1' }] } },
        },
        closedAs: 'succeeded',
        started: 1,
        held: 0n,
        spent: 14_300n,
        drifts: [],
        transfers: ['hold', 'charge', 'release'],
        attempts: [{ provider: 'apify', outcome: 'succeeded', executions }],
      })
    },
    TIMEOUT_MS,
  )

  it.concurrent.each(
    played([
      // Whether it was started is unknown: it is never started a second time.
      ['call_provider:before', 0],
      ['note_external_run:before', 1],
    ] as const),
  )(
    '%s: is unknown, costs nothing, and no second one is started (runs: %i)',
    async (at, started) => {
      const ended = await actorRun({ crashes: [at] })
      expect(ended).toMatchObject({
        run: { status: 'failed', attempts: [{ detail: expect.stringMatching(/^unknown:/) }] },
        closedAs: 'failed',
        started,
        held: 0n,
        spent: 0n,
        drifts: [],
        transfers: ['hold', 'release'],
      })
    },
    TIMEOUT_MS,
  )

  it.concurrent.each(played(['note_external_run:after', 'call_provider:after'] as const))(
    '%s: one that serves a capability is resumed as well',
    async (at) => {
      const ended = await actorRun({
        crashes: [at],
        request: { capability: 'social.profile', input: { platform: 'instagram', handle: 'robin.sample' } },
        async prepare({ providers }) {
          await providers.happen('apify', 'runs_behave', {
            items: [{ username: 'robin.sample', followersCount: 5 }],
            cost: 0.002,
          })
        },
      })
      expect(ended).toMatchObject({
        run: {
          status: 'succeeded',
          provider: 'apify',
          result: { handle: 'robin.sample', followers: 5 },
          billing: { charged: '0.00429' },
        },
        closedAs: 'succeeded',
        started: 1,
        held: 0n,
        drifts: [],
        transfers: ['hold', 'charge'],
        attempts: [{ provider: 'apify', outcome: 'succeeded', executions: 2 }],
      })
    },
    TIMEOUT_MS,
  )

  it.concurrent.each(played(['extend_lease:before', 'extend_lease:after'] as const))(
    '%s: while the provider works: is resumed',
    async (at) => {
      const ended = await actorRun({
        crashes: [at],
        async prepare({ providers, worker }) {
          await providers.happen('apify', 'runs_behave', { items: 1, cost: 0.01, held: true })
          void worker.exited.then(() => providers.happen('apify', 'runs_end'))
        },
      })
      expect(ended).toMatchObject({
        run: { status: 'succeeded' },
        started: 1,
        held: 0n,
        drifts: [],
        transfers: ['hold', 'charge', 'release'],
      })
    },
    TIMEOUT_MS,
  )

  it.concurrent.each(played(['postpone_final_bill:before', 'postpone_final_bill:after'] as const))(
    '%s: its bill is read again later',
    async (at) => {
      const ended = await actorRun({
        crashes: [at],
        async prepare({ providers, worker }) {
          await providers.happen('apify', 'runs_behave', { items: 1, cost: null })
          void worker.exited.then(() => providers.happen('apify', 'billed', { cost: 0.01 }))
        },
      })
      expect(ended).toMatchObject({
        run: { status: 'succeeded' },
        started: 1,
        held: 0n,
        spent: 14_300n,
        drifts: [],
        // The events of the run are charged first.
        transfers: ['hold', 'charge', 'adjustment', 'release'],
      })
    },
    TIMEOUT_MS,
  )
})
