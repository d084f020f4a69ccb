import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../db/money/wallets/verify.ts'
import { walletClient, type WalletClient } from '../../api/http/wallet/wallet-client.ts'
import { readStream } from '../../build/inbound.ts'
import { topupMessages } from '../../build/topup.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { leftovers, type ServiceProcess } from '../../support/child-process.ts'
import { played } from '../../support/crash-rows.ts'
import { expectDeath } from '../../support/dying.ts'
import { startMortal } from '../../support/mortal.ts'
import type { CrashAt } from '../../support/crash-point.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { startStripe, type StripeSimulator, sendStripeEvent } from '../../support/stripe-simulator.ts'
import { until } from '../../support/until.ts'
import { workerEnv } from '../../support/worker-env.ts'

let service: TestService
let stripe: StripeSimulator
let wallet: WalletClient
let workspaceId: string
beforeAll(async () => {
  stripe = await startStripe()
  service = await startTestService({ worker: false, stripe: stripe.settings, sweepEveryMs: 200 })
}, 300_000)
afterAll(async () => {
  await service.stop()
  await stripe.close()
  expect(leftovers()).toEqual([])
})
/** 5.00 in the wallet, paid with a card that is on file, and 20.00 wanted. */
beforeEach(async () => {
  stripe.reset()
  const made = await buildWorkspace(service.db, { live: '0.00' })
  workspaceId = made.id
  wallet = walletClient(service.url, made.keys.live)
  await service.startWorker()
  const topup = topupMessages((await wallet.open('5.00')).topup_id, workspaceId)
  await service.stopWorker()
  await sendStripeEvent(service.url, 'payment_intent.succeeded', { ...topup.intent, amount_received: 500 })
  await wallet.setAutoTopup({ enabled: true, threshold: '10.00', amount: '20.00', monthly_limit: '100.00' })
})
afterEach(() => service.stopWorker())

/** It may die in its first round, before it has reported that it is ready. */
async function workerThatDies(env: Readonly<Record<string, string>>): Promise<void> {
  const started = startMortal({
    script: 'worker-child.ts',
    env: {
      ...workerEnv({ ...service, providers: {} }),
      SWEEP_EVERY_MS: '200',
      STRIPE_SECRET_KEY: stripe.settings.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.settings.webhookSecrets.join(','),
      STRIPE_BASE_URL: stripe.settings.baseUrl ?? '',
      ...env,
    },
  })
  await started.then(expectDeath, (error: Error) => {
    expect(error.message).toContain('SIGKILL')
  })
}

/** What a dead worker has taken falls due again. */
const makeDue = () =>
  service.db.pool.query(`with due as (update topup set sweep_at = clock_timestamp() where status = 'pending')
  update auto_topup set sweep_at = clock_timestamp()`)

async function expectOnce(status: 'paid' | 'failed'): Promise<void> {
  await makeDue()
  await service.startWorker()
  await until(
    () => wallet.autoTopup(),
    ({ last_attempt: last }) => last?.status === status,
  )
  const events = (await readStream(service.db, { workspaceId, environment: 'live' })).map(({ type }) => type)
  const { rows: topups } = await service.db.pool.query(
    `select status from topup where workspace_id = $1 and origin = 'automatic'`,
    [workspaceId],
  )
  expect({
    charges: stripe.intents.length,
    balance: (await wallet.wallet()).balance,
    events,
    topups,
    drifts: (await verifyLedger(service.db)).drifts,
  }).toEqual({
    charges: 1,
    balance: status === 'paid' ? '25.00' : '5.00',
    events: status === 'paid' ? [] : ['wallet.topup_failed'],
    topups: [{ status }],
    drifts: [],
  })
}

describe('a worker that dies while it fills a wallet', () => {
  it.each<CrashAt>(
    played([
      'claim_due_auto_topups:before',
      'claim_due_auto_topups:after',
      'begin_auto_topup:before',
      'begin_auto_topup:after',
      'read_topup_to_charge:before',
      'read_topup_to_charge:after',
      'settle_auto_topup:before',
      'settle_auto_topup:after',
    ]),
  )(
    '%s: one charge and one credit',
    async (at) => {
      await workerThatDies({ CRASH_AT: at })
      await expectOnce('paid')
    },
    300_000,
  )

  it.each<CrashAt>(played(['settle_auto_topup:before', 'settle_auto_topup:after']))(
    '%s, of a declined card: one charge, one failure, one event',
    async (at) => {
      stripe.fates('declined')
      await workerThatDies({ CRASH_AT: at })
      await expectOnce('failed')
    },
    300_000,
  )

  it.each<CrashAt>(played(['claim_overdue_topups:before', 'claim_overdue_topups:after']))(
    '%s, looking for an earlier one: one charge and one credit',
    async (at) => {
      await workerThatDies({ CRASH_AT: 'begin_auto_topup:after' })
      // Its workflow is lost too.
      await service.client.workflow.getHandle(`topup:${workspaceId}:live`).terminate('lost')
      await makeDue()
      await service.db.pool.query(`update auto_topup set sweep_at = clock_timestamp() + interval '1 hour'`)
      await workerThatDies({ CRASH_AT: at })
      await expectOnce('paid')
    },
    300_000,
  )

  it('after the charge and before its answer: the payment is found, and not made again', async () => {
    const dying = Promise.withResolvers<ServiceProcess>()
    stripe.onCharge(() => {
      void dying.promise.then((child) => child.signal('SIGKILL'))
    })
    const child = await startMortal({
      script: 'worker-child.ts',
      env: {
        ...workerEnv({ ...service, providers: {} }),
        SWEEP_EVERY_MS: '200',
        STRIPE_SECRET_KEY: stripe.settings.secretKey,
        STRIPE_WEBHOOK_SECRET: stripe.settings.webhookSecrets.join(','),
        STRIPE_BASE_URL: stripe.settings.baseUrl ?? '',
        CRASH_AT: 'settle_auto_topup:before',
      },
    })
    dying.resolve(child)
    await expectDeath(child)
    await expectOnce('paid')
  }, 300_000)
})
