import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { readWallet } from '../../../build/wallet.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { findThrough, freeAccount, occupyAccount } from '../../../support/live-providers.ts'
import { findContact, type RunAnswer, runClient } from '../../../support/run-client.ts'
import type { TestService } from '../../../support/service.ts'
import { type Stage, startStage } from '../../../support/stage.ts'
import { until } from '../../../support/until.ts'
import { THOROUGH } from '../../../support/seed.ts'

let stage: Stage
let service: TestService
beforeAll(async () => {
  stage = await startStage({ providers: ['hunter', 'findymail'] })
  service = stage.service
})
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await stage.stop()
  expect(drifts).toEqual([])
})

const live = () => runClient(service.url, service.workspace.keys.live)
const queuedRun = async (provider: string): Promise<string> => {
  const { body } = await live().run(findThrough(provider, { async: true }))
  await until(
    () => live().get(body.run_id),
    (answer) => answer.body.status === 'queued',
  )
  return body.run_id
}

describe('cancel', () => {
  it.each(['hunter', 'findymail'])(
    'stops a run that waits for a slot at %s, releases its hold and never calls the provider',
    async (provider) => {
      await occupyAccount(service.db, provider)
      const runId = await queuedRun(provider)
      const waiting = live().get(runId, 20)
      const key = { 'Idempotency-Key': `cancel-${runId}` }
      const answer = await live().cancel(runId, key)
      const again = await live().cancel(runId, key)
      expect([again.body, again.headers.get('Idempotent-Replay')]).toEqual([answer.body, 'true'])
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({
        status: 'cancelled',
        done: true,
        stoppable: false,
        billing: { charged: null },
        error: { code: 'cancelled' },
        attempts: [],
      })
      expect((await waiting).body.status).toBe('cancelled')
      // The workflow gets the signal and ends.
      await expect(service.client.workflow.getHandle(runId).result()).resolves.toMatchObject({ status: 'cancelled' })
      await freeAccount(service.db, provider)
      expect((await readWallet(service.db, service.workspace.id, 'live')).held).toBe(0n)
      expect(stage.calls(provider)).toEqual([])
    },
  )

  it.each(['hunter', 'findymail'])(
    'happens by the signal alone, as an operator sends it from the Web UI (%s)',
    async (provider) => {
      await occupyAccount(service.db, provider)
      const runId = await queuedRun(provider)
      await service.client.workflow.getHandle(runId).signal('cancel')
      const { body } = await live().get(runId, 20)
      expect(body).toMatchObject({ status: 'cancelled', billing: { charged: null }, error: { code: 'cancelled' } })
      await freeAccount(service.db, provider)
    },
  )

  it('happens by cancelling the workflow itself', async () => {
    await occupyAccount(service.db, 'findymail')
    const runId = await queuedRun('findymail')
    await service.client.workflow.getHandle(runId).cancel()
    expect((await live().get(runId, 20)).body.status).toBe('cancelled')
    await freeAccount(service.db, 'findymail')
  })

  it('leaves a queued run free to continue when its provider has room again', async () => {
    await occupyAccount(service.db, 'findymail')
    const runId = await queuedRun('findymail')
    await freeAccount(service.db, 'findymail')
    expect((await live().get(runId, 20)).body).toMatchObject({ status: 'succeeded', provider: 'findymail' })
  })

  it('answers a POST that waits on the run with 409 and the run', async () => {
    await occupyAccount(service.db, 'hunter')
    const posted = live().run(findThrough('hunter', { wait_seconds: 20, idempotency_key: 'waiting-post' }))
    const runId = await until(
      async () => (await live().list('?status=queued')).body.items[0]?.run_id,
      (id) => id !== undefined,
    )
    // Temporal shows it too, once the quick lane has given up.
    await until(
      async () => (await service.client.workflow.getHandle(runId ?? '').describe()).searchAttributes['run_status']?.[0],
      (status) => status === 'queued',
    )
    await live().cancel(runId ?? '')
    const { status, body } = await posted
    expect(status).toBe(409)
    expect(body).toMatchObject({ run_id: runId, status: 'cancelled', error: { code: 'cancelled' } })
    await freeAccount(service.db, 'hunter')
  })

  it('refuses a run that is running or has ended, with its status', async () => {
    const slow = await runClient(service.url, service.workspace.keys.test).run(findContact('+slow-3', { async: true }))
    const test = runClient(service.url, service.workspace.keys.test)
    await until(
      () => test.get(slow.body.run_id),
      ({ body }) => body.status === 'running',
    )
    const running = await test.cancel(slow.body.run_id)
    expect([running.status, running.body.error]).toMatchObject([
      409,
      { code: 'invalid_request', status: 'running', run_id: slow.body.run_id },
    ])
    expect((await test.get(slow.body.run_id, 20)).body.status).toBe('succeeded')
    const ended = await test.cancel(slow.body.run_id)
    expect([ended.status, ended.body.error]).toMatchObject([409, { code: 'invalid_request', status: 'succeeded' }])
  })

  it('does not find the runs of another workspace or environment', async () => {
    const other = await buildWorkspace(service.db)
    const { body } = await runClient(service.url, service.workspace.keys.test).run(findContact())
    for (const key of [other.keys.test, service.workspace.keys.live]) {
      const outsider = runClient(service.url, key)
      expect([(await outsider.cancel(body.run_id)).status, (await outsider.get(body.run_id)).status]).toEqual([
        404, 404,
      ])
      expect((await outsider.get(body.run_id)).body.error).toMatchObject({ code: 'invalid_request' })
    }
  })
})

/** Ten callers at a time: with all at once every run would still wait for its start when the cancel comes. */
const CALLERS = 10
const RACES_EACH = THOROUGH ? 20 : 3
const WAITING = ['created', 'reserved', 'queued']

describe('cancel racing the attempt', () => {
  // The quick lane answers within milliseconds; three simulated seconds put a run into the slow lane.
  it.each([
    ['quick', ''],
    ['slow', '+slow-3'],
  ])(
    'in the %s lane: cancelled and free, or refused with its status',
    async (_lane, scenario) => {
      const workspace = await buildWorkspace(service.db, { test: '100.00' })
      const client = runClient(service.url, workspace.keys.test)
      const races = await Promise.all(
        Array.from({ length: CALLERS }, async (_caller, caller) => {
          const spreadMs = 2 * (await msUntilStarted(client, scenario))
          const cancelled: RunAnswer[] = []
          const runIds: string[] = []
          for (let race = 0; race < RACES_EACH; race += 1) {
            const { body } = await client.run(findContact(scenario, { async: true }))
            // The last one waits for its run, so that a machine which has become slower since the measurement shows
            // both ends as well.
            if (race === RACES_EACH - 1)
              await until(
                () => client.get(body.run_id),
                (run) => !WAITING.includes(run.body.status),
              )
            else await sleep((spreadMs * (race + caller / CALLERS)) / RACES_EACH)
            cancelled.push(await client.cancel(body.run_id))
            runIds.push(body.run_id)
          }
          return { cancelled, ended: await Promise.all(runIds.map((runId) => client.get(runId, 120))) }
        }),
      )
      for (const { cancelled, ended } of races) cancelled.forEach((answer, race) => expectOneEnd(answer, ended[race]))
      // The runs that only measured are paid too.
      const measured = BigInt(CALLERS)
      const paid = races.flatMap(({ ended }) => ended).filter(({ body }) => body.status === 'succeeded').length
      const wallet = await readWallet(service.db, workspace.id, 'test')
      expect({ available: wallet.available, held: wallet.held }).toEqual({
        available: 100_000_000n - (BigInt(paid) + measured) * 14_300n,
        held: 0n,
      })
      // Both ends of the race occurred; otherwise it was no race.
      expect(paid).toBeGreaterThan(0)
      expect(paid).toBeLessThan(CALLERS * RACES_EACH)
    },
    300_000,
  )
})

/** The time from a run's acceptance to its provider, with the other callers at work: the window of the race. */
async function msUntilStarted(client: ReturnType<typeof runClient>, scenario: string): Promise<number> {
  const { body } = await client.run(findContact(scenario, { async: true }))
  const startedAt = performance.now()
  await until(
    () => client.get(body.run_id),
    (answer) => !answer.body.stoppable,
  )
  return performance.now() - startedAt
}

function expectOneEnd(cancelled: RunAnswer, ended: RunAnswer | undefined): void {
  if (cancelled.status === 200) {
    expect(ended?.body).toMatchObject({ status: 'cancelled', billing: { charged: null }, attempts: [] })
    return
  }
  expect([cancelled.status, ['running', 'succeeded'].includes(String(cancelled.body.error?.status))]).toEqual([
    409,
    true,
  ])
  expect(ended?.body).toMatchObject({ status: 'succeeded', billing: { charged: '0.0143' } })
}
