import { setTables } from '../../build/features.ts'
import { afterAll, describe, expect, it } from '@jest/globals'
import { leftovers } from '../../support/child-process.ts'
import { played } from '../../support/crash-rows.ts'
import { type CrashStage, crashedRun } from '../../support/crashed-run.ts'
import { httpClient } from '../../support/http.ts'

/** Rows take turns, and the last one waits for all others. */
const TIMEOUT_MS = 400_000
/** Shorter leases than the manifests': a lease is the call's deadline and five seconds. */
const SHORT = { CALL_DEADLINE_MS: '5000' }
const REQUEST = {
  capability: 'email.send',
  input: { to: 'robin.sample@example.com', subject: 'A question', text: 'Hello Robin' },
}

afterAll(() => {
  expect(leftovers()).toEqual([])
})

type Stage = Pick<CrashStage, 'service'>

const guarded = async ({ service }: Stage): Promise<void> => {
  await setTables(service.url, service.workspace.keys.live, true)
}
const suppressing = async (stage: Stage) => {
  await guarded(stage)
  const { url, workspace } = stage.service
  const added = await httpClient(url, workspace.keys.test).post('/v1/suppressions', {
    subjects: ['example.com'],
    reason: 'unsubscribe',
  })
  expect(added.status).toBe(200)
}

describe('a guarded send whose worker dies', () => {
  it.concurrent.each(
    played(['reserve_send:before', 'reserve_send:after', 'settle_run:before', 'settle_run:after'] as const),
  )(
    '%s: is reserved once, does not block itself, and is one touch',
    async (at) => {
      const ended = await crashedRun({
        crashes: [at],
        environment: 'test',
        request: REQUEST,
        settings: SHORT,
        prepare: guarded,
      })
      expect(ended).toMatchObject({
        run: { status: 'succeeded', provider: 'sandbox-alpha' },
        closedAs: 'succeeded',
        held: 0n,
        drifts: [],
        transfers: ['hold', 'charge', 'release'],
        attempts: [{ provider: 'sandbox-alpha', outcome: 'succeeded', executions: 1 }],
        touches: ['robin.sample@example.com'],
        claims: [],
      })
    },
    TIMEOUT_MS,
  )

  it.concurrent.each(
    played(['reserve_send:before', 'reserve_send:after', 'settle_run:before', 'settle_run:after'] as const),
  )(
    '%s: is blocked all the same when its recipient is suppressed, and no provider is called',
    async (at) => {
      const ended = await crashedRun({
        crashes: [at],
        environment: 'test',
        request: REQUEST,
        settings: SHORT,
        prepare: suppressing,
      })
      expect(ended).toMatchObject({
        run: { status: 'blocked', error: { code: 'suppressed' } },
        closedAs: 'blocked',
        held: 0n,
        spent: 0n,
        drifts: [],
        transfers: [],
        attempts: [],
        touches: [],
        claims: [],
      })
    },
    TIMEOUT_MS,
  )
})

describe('a send whose recipient is suppressed while its worker is dead', () => {
  const suppressedMeanwhile = async (at: 'reserve_send:after' | 'begin_attempt:after' | 'call_provider:after') =>
    crashedRun({
      crashes: [at],
      environment: 'test',
      request: REQUEST,
      settings: SHORT,
      prepare: guarded,
      beforeLast: suppressing,
    })

  it.concurrent(
    'is blocked when it had been reserved, and its hold is released',
    async () => {
      expect(await suppressedMeanwhile('reserve_send:after')).toMatchObject({
        run: { status: 'blocked', error: { code: 'suppressed' } },
        closedAs: 'blocked',
        held: 0n,
        spent: 0n,
        drifts: [],
        transfers: ['hold', 'release'],
        attempts: [],
        touches: [],
        claims: [],
      })
    },
    TIMEOUT_MS,
  )

  it.concurrent.each(played(['begin_attempt:after', 'call_provider:after'] as const))(
    'is unknown when it may have gone out (%s), is not sent again, and counts as a touch',
    async (at) => {
      expect(await suppressedMeanwhile(at)).toMatchObject({
        run: {
          status: 'failed',
          error: { code: 'send_outcome_unknown' },
          attempts: [{ detail: expect.stringMatching(/^unknown:/) }],
        },
        closedAs: 'failed',
        held: 0n,
        spent: 0n,
        drifts: [],
        transfers: ['hold', 'release'],
        attempts: [{ provider: 'sandbox-alpha', outcome: 'unknown', executions: 2 }],
        touches: ['robin.sample@example.com'],
        claims: [],
      })
    },
    TIMEOUT_MS,
  )
})
