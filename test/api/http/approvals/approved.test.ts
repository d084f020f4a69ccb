import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { setRate } from '../../../../usecases/money/negotiate-rate.ts'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { setTables } from '../../../build/features.ts'
import { readWallet } from '../../../build/wallet.ts'
import { findContact } from '../../../support/run-client.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { buildWithPolicy, expireIn, type WorkspaceWithPolicy } from './workspace-with-policy.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await service.stop()
  expect(drifts).toEqual([])
})

/** As `npm run rates` sets it. */
const agreePrice = ({ workspace }: WorkspaceWithPolicy, amount: string) =>
  setRate(
    service.db,
    { workspaceId: workspace.id, target: 'contact.find', actor: 'robin', reason: 'contract 7' },
    amount,
  )
const held = async ({ workspace }: WorkspaceWithPolicy) => (await readWallet(service.db, workspace.id, 'test')).held

describe('an approved run whose price has risen since', () => {
  it.each([
    ['by exactly 10 %', '0.11'],
    ['not at all: it fell', '0.05'],
  ])('%s continues at the price of now', async (_, price) => {
    const built = await buildWithPolicy(service)
    await agreePrice(built, '0.10')
    const { run_id: runId, approval } = await built.waitingRun()
    expect(approval?.estimate).toBe('0.10')
    await agreePrice(built, price)
    expect((await built.approve(runId)).status).toBe(200)
    expect((await built.agent.get(runId, 30)).body).toMatchObject({ status: 'succeeded', billing: { charged: price } })
  })

  it('by more than 10 % waits again, and states the new price and why', async () => {
    const built = await buildWithPolicy(service)
    await agreePrice(built, '0.10')
    const { run_id: runId, approval: first } = await built.waitingRun()
    await agreePrice(built, '0.110001')
    expect((await built.approve(runId)).status).toBe(200)
    const { body } = await built.agent.get(runId, 30)
    expect(body).toMatchObject({
      status: 'awaiting_approval',
      billing: { quoted: null, charged: null },
      approval: { reason: 'price_rose', estimate: '0.110001' },
    })
    expect(body.approval?.id).not.toBe(first?.id)
    expect(await held(built)).toBe(0n)
    expect(await built.events()).toMatchObject([
      { type: 'run.awaiting_approval', reason: 'requested', estimate: '0.10', approval_id: first?.id },
      { type: 'run.approved', estimate: '0.10', approval_id: first?.id },
      { type: 'run.awaiting_approval', reason: 'price_rose', estimate: '0.110001', approval_id: body.approval?.id },
    ])

    // The second approval counts from the price that it saw.
    await agreePrice(built, '0.12')
    expect((await built.approve(runId)).status).toBe(200)
    expect((await built.agent.get(runId, 30)).body).toMatchObject({ status: 'succeeded', billing: { charged: '0.12' } })
  })
})

describe('an approval is no permission to exceed', () => {
  it('the balance: a run that it no longer covers fails, with nothing held', async () => {
    const built = await buildWithPolicy(service, '0.02')
    const { run_id: runId } = await built.waitingRun()
    expect((await built.agent.run(findContact('', { routing: { allow_fallback: false } }))).body.status).toBe(
      'succeeded',
    )
    expect((await built.approve(runId)).status).toBe(200)
    expect((await built.agent.get(runId, 30)).body).toMatchObject({
      status: 'failed',
      error: { code: 'insufficient_balance', available: '0.0057' },
      billing: { charged: null },
      attempts: [],
    })
    expect(await held(built)).toBe(0n)
  })

  it("its key's budget: a run that it no longer covers is blocked, with nothing held", async () => {
    const built = await buildWithPolicy(service)
    const budget = { amount: '0.02', period: 'total' }
    await built.owner.patch(`/v1/api-keys/${built.workspace.keyIds.test}`, { budget })
    const { run_id: runId } = await built.waitingRun()
    expect((await built.agent.run(findContact('', { routing: { allow_fallback: false } }))).body.status).toBe(
      'succeeded',
    )
    expect((await built.approve(runId)).status).toBe(200)
    expect((await built.agent.get(runId, 30)).body).toMatchObject({
      status: 'blocked',
      error: { code: 'budget_exceeded', controls: ['key_budget'], remaining: '0.0057' },
      attempts: [],
    })
    expect(await held(built)).toBe(0n)
  })

  it('the limit of a single run, which an owner set meanwhile', async () => {
    const built = await buildWithPolicy(service)
    const { run_id: runId } = await built.waitingRun()
    await built.owner.post('/v1/spend-guard', { enabled: true, per_run_limit: '0.01' })
    expect((await built.approve(runId)).status).toBe(200)
    expect((await built.agent.get(runId, 30)).body).toMatchObject({
      status: 'blocked',
      error: { code: 'cost_limit_exceeded', controls: ['per_run_limit'] },
    })
  })

  it('a suppression of the recipient, which was added meanwhile', async () => {
    const built = await buildWithPolicy(service)
    await setTables(service.url, built.workspace.keys.test, true)
    const input = { to: 'robin@example.com', subject: 'Hello', text: 'Hello Robin' }
    const { run_id: runId } = await built.waitingRun({ capability: 'email.send', input, approval: 'required' })
    expect((await built.owner.post('/v1/suppressions', { subjects: ['robin@example.com'] })).status).toBe(200)
    expect((await built.approve(runId)).status).toBe(200)
    const { body } = await built.agent.get(runId, 30)
    expect([body.status, body.error?.code, body.attempts]).toEqual(['blocked', 'suppressed', []])
  })
})

describe('one decision', () => {
  const DECISION = /^run\.(?:approved|rejected)$/

  it('counts of several at once', async () => {
    const built = await buildWithPolicy(service)
    const { run_id: runId } = await built.waitingRun()
    const answers = await Promise.all(
      [built.approve, built.reject, built.approve, built.reject].map((decide) => decide(runId)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const approved = answers.findIndex(({ status }) => status === 200) % 2 === 0
    expect((await built.agent.get(runId, 30)).body.status).toBe(approved ? 'succeeded' : 'blocked')
    const decisions = (await built.events()).filter((event) => DECISION.test(String(Object(event).type)))
    expect(decisions).toMatchObject([{ type: approved ? 'run.approved' : 'run.rejected', run_id: runId }])
  })

  it('counts when a person approves at the moment at which the time is over', async () => {
    const built = await buildWithPolicy(service)
    const runs = await Promise.all(Array.from({ length: 12 }, () => built.waitingRun()))
    const seen = await Promise.all(
      runs.map(async ({ run_id: runId }, index) => {
        // The workflow's timer and the person come together, a little earlier or later from run to run.
        await expireIn(service, runId, index * 4)
        const [approved] = await Promise.all([
          built.approve(runId),
          service.client.workflow.getHandle(runId).signal('decide'),
        ])
        await service.client.workflow
          .getHandle(runId)
          .signal('decide')
          .catch(() => undefined)
        const { body } = await built.agent.get(runId, 30)
        return [approved.status, body.status, body.error?.code, body.attempts.length]
      }),
    )
    const inTime = [200, 'succeeded', undefined, 1]
    const late = [409, 'blocked', 'approval_expired', 0]
    expect(seen).toEqual(seen.map(([status]) => (status === 200 ? inTime : late)))
    const approvals = (await built.events()).filter((event) => Object(event).type === 'run.approved')
    expect(approvals).toHaveLength(seen.filter(([status]) => status === 200).length)
  })
})
