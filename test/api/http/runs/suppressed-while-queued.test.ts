import { setTables } from '../../../build/features.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { readWallet } from '../../../build/wallet.ts'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { claimsOf, touchesOf } from '../../../db/outreach/outbound/build.ts'
import { makeInbox, verifyDomain } from '../../../build/sending-domain.ts'
import { httpClient } from '../../../support/http.ts'
import { freeAccount, occupyAccount } from '../../../support/live-providers.ts'
import { runClient } from '../../../support/run-client.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'
import type { Twins } from '../../../twins/kit/host.ts'
import { twinSettings } from '../../../twins/kit/settings.ts'
import { startTwins } from '../../../twins/twins.ts'

const DOMAIN = 'mail.example.net'
let twins: Twins
let service: TestService
beforeAll(async () => {
  twins = await startTwins()
  service = await startTestService({ providers: twinSettings(twins.world) })
  await setTables(service.url, service.workspace.keys.live, true)
  const live = httpClient(service.url, service.workspace.keys.live)
  await verifyDomain(live, twins, DOMAIN)
  await makeInbox(live, { username: 'sales', domain: DOMAIN })
})
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await service.stop()
  await twins.close()
  expect(drifts).toEqual([])
})

const sent = () => twins.world.calls.filter(({ route }) => route === 'POST /emails')
const client = () => runClient(service.url, service.workspace.keys.live)
/** A live send whose provider has no room. */
async function queuedSend(to: string): Promise<string> {
  await occupyAccount(service.db, 'resend')
  const {
    body: { run_id: runId },
  } = await client().run({ capability: 'email.send', input: { to, subject: 'A question', text: 'Hello' }, async: true })
  const waiting = await until(
    () => client().get(runId),
    ({ body }) => body.status === 'queued' || body.done,
  )
  expect(waiting.body.status).toBe('queued')
  return runId
}

describe('a send that waits for a slot at its provider', () => {
  it("never goes out when its recipient's domain is suppressed meanwhile, and costs nothing", async () => {
    const runId = await queuedSend('robin@example.com')
    expect(
      (await client().call('POST', '/v1/suppressions', { subjects: ['example.com'], reason: 'unsubscribe' })).status,
    ).toBe(200)
    await freeAccount(service.db, 'resend')
    expect((await client().get(runId, 60)).body).toMatchObject({
      status: 'blocked',
      attempts: [],
      billing: { charged: null },
      error: { code: 'suppressed' },
    })
    expect([sent(), await claimsOf(service.db, runId), await touchesOf(service.db, runId)]).toEqual([[], [], []])
    expect((await readWallet(service.db, service.workspace.id, 'live')).held).toBe(0n)
  }, 120_000)

  it('blocks a second one until it has ended, and goes out without a suppression', async () => {
    const runId = await queuedSend('kim@example.org')
    const { status, body } = await client().run({
      capability: 'email.send',
      input: { to: 'kim@example.org', subject: 'Another', text: 'Hello' },
    })
    expect([status, body.error?.code, body.error?.earlier_run_id]).toEqual([409, 'repeat_touch', runId])
    await freeAccount(service.db, 'resend')
    expect((await client().get(runId, 60)).body).toMatchObject({ status: 'succeeded', provider: 'resend' })
    expect([sent().length, await claimsOf(service.db, runId), await touchesOf(service.db, runId)]).toEqual([
      1,
      [],
      ['email email kim@example.org'],
    ])
  }, 120_000)
})
