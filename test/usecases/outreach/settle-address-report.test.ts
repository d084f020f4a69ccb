import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { recordAddressReports } from '../../../db/outreach/bounces/record.ts'
import { settleAddressReport } from '../../../usecases/outreach/settle-address-report.ts'
import type { Database } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import { proveWallets } from '../../../usecases/money/prove-wallets.ts'
import { readSoldAddresses } from '../../../db/catalog/health/sold-addresses.ts'
import { paySimulatedTopup } from '../../../usecases/money/pay-simulated.ts'
import { readWalletState } from '../../../db/money/wallets/read.ts'
import { verifyLedger } from '../../../db/money/wallets/verify.ts'
import { buildConnection, testCipher } from '../../build/connection.ts'
import { buildInbox, readStream } from '../../build/inbound.ts'
import { reportDispute } from '../../build/dispute.ts'
import { buildTopup } from '../../build/topup.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../../db/build.ts'
import {
  bounceMail,
  buildMail,
  buildSold,
  CHARGE,
  creditOf,
  deliverMail,
  settleReports,
} from '../../db/outreach/bounces/build.ts'

const TEST = { name: 'test_bounces', effect: true } as const
const DAY_MS = 86_400_000

let db: Database
let close: () => Promise<void>
let owner: Owner
let inbox: string
let message: string
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(8))
})
afterAll(() => close())
beforeEach(async () => {
  owner = await customer()
  inbox = (await buildInbox(db, owner)).externalId
  message = `<${randomUUID()}@example.com>`
})

const customer = async (): Promise<Owner> => ({
  workspaceId: (await buildWorkspace(db, { live: '10.00' })).id,
  environment: 'live',
})
const bounced = (more: Parameters<typeof bounceMail>[2] = {}) => bounceMail(db, inbox, { message_id: message, ...more })
const countedOf = async (provider: string) =>
  (await readSoldAddresses(db)).get(provider) ?? { delivered: 0, bounced: 0 }
const outcomesOf = async (runs: readonly string[]) =>
  (await db.pool.query('select address_outcome from run where id = any ($1)', [runs])).rows.map(
    (run) => run.address_outcome,
  )
/** As if the seconds until the sweep looks at them again had passed. */
const lookNow = () => db.pool.query('update address_report set look_at = now()')
const available = async (of = owner) => (await readWalletState(db, of.workspaceId, 'live')).available
const sound = async () => {
  expect((await verifyLedger(db)).drifts).toEqual([])
  expect((await proveWallets(db, 0)).drifts).toEqual([])
}

describe('a bounce of a sold address', () => {
  it.each<[string, Parameters<typeof buildSold>[2]]>([
    ['found by name', {}],
    ['found by profile', { capability: 'contact.find_by_profile' }],
    ['found as a personal one', { capability: 'contact.personal_email', output: { email: 'Robin@Example.com' } }],
    [
      'verified as valid',
      { capability: 'contact.verify', input: { email: ' ROBIN@example.com' }, output: { status: 'valid' } },
    ],
  ])('%s brings the charge back, with an event', async (_, sale) => {
    const before = await available()
    const run = await buildSold(db, owner, sale)
    await buildMail(db, owner, message, ['kim@example.com', 'Robin@example.COM'])
    await bounced()
    await settleReports(db)
    // The email itself costs a thousandth of a cent.
    expect([await creditOf(db, run), before - (await available())]).toEqual([CHARGE, 1_000n])
    expect((await readStream(db, owner)).map(({ type, data }) => [type, data['run_id']])).toEqual([
      ['email.bounced', undefined],
      ['run.credited', run],
    ])
    await sound()
  })

  it('credits each capability and provider that has sold it, once', async () => {
    const verified = { capability: 'contact.verify', input: { email: 'robin@example.com' } }
    const runs = [
      await buildSold(db, owner),
      await buildSold(db, owner, { provider: 'sandbox-beta', charge: 5_000n }),
      await buildSold(db, owner, { ...verified, output: { status: 'valid' }, charge: 4_000n }),
      await buildSold(db, owner, { charge: 0n }),
    ]
    await buildMail(db, owner, message)
    await bounced()
    await settleReports(db)
    await bounced()
    await settleReports(db)
    expect(await Promise.all(runs.map((run) => creditOf(db, run)))).toEqual([CHARGE, 5_000n, 4_000n, null])
    await sound()
  })

  it('credits and counts one of several purchases in 30 days: the latest before the send', async () => {
    const counted = await countedOf('sandbox-beta')
    const buy = () => buildSold(db, owner, { provider: 'sandbox-beta' })
    const runs = [await buy(), await buy(), await buy()]
    await buildMail(db, owner, message)
    runs.push(await buy())
    await deliverMail(db, inbox, message)
    await settleReports(db)
    expect(await countedOf('sandbox-beta')).toEqual({ ...counted, delivered: counted.delivered + 1 })
    await bounced()
    await settleReports(db)
    const credits = () => Promise.all(runs.map((run) => creditOf(db, run)))
    expect(await credits()).toEqual([null, null, CHARGE, null])
    await lookNow()
    await settleReports(db)
    // The last one was bought in spite of the bounce.
    message = `<${randomUUID()}@example.com>`
    await buildMail(db, owner, message)
    await bounced()
    await settleReports(db)
    expect(await credits()).toEqual([null, null, CHARGE, null])
    expect(await countedOf('sandbox-beta')).toEqual({ ...counted, bounced: counted.bounced + 1 })
    expect((await outcomesOf(runs)).filter((outcome) => outcome !== 'bounced')).toEqual([])
    await sound()
  })

  it('credits a purchase again once the credited one is 30 days old', async () => {
    const old = await buildSold(db, owner)
    await buildMail(db, owner, message)
    await bounced()
    await settleReports(db)
    await db.pool.query("update run set finished_at = finished_at - interval '30 days' where id = $1", [old])
    const fresh = await buildSold(db, owner)
    message = `<${randomUUID()}@example.com>`
    await buildMail(db, owner, message)
    await bounced()
    await settleReports(db)
    expect([await creditOf(db, old), await creditOf(db, fresh)]).toEqual([CHARGE, CHARGE])
  })

  it('credits an earlier purchase where the latest was deleted before its report was applied', async () => {
    const [first, last] = [await buildSold(db, owner), await buildSold(db, owner)]
    await buildMail(db, owner, message)
    await db.pool.query('update attempt set output = null where run_id = $1', [last])
    await bounced()
    await settleReports(db)
    await lookNow()
    await settleReports(db)
    expect([await creditOf(db, first), await creditOf(db, last)]).toEqual([CHARGE, null])
  })

  it('that is reported before its send has an outcome is credited once it has one', async () => {
    const run = await buildSold(db, owner)
    await bounced()
    expect((await settleReports(db)).map(({ step }) => step.kind)).toEqual(['wait'])
    await buildMail(db, owner, message)
    const { rows } = await db.pool.query<{ event_id: string }>(
      'select event_id from address_report where run_id = $1',
      [run],
    )
    await settleAddressReport(db, { eventId: rows[0]?.event_id ?? '', runId: run })
    expect(await creditOf(db, run)).toBe(CHARGE)
  })

  it('repays what the workspace owes first', async () => {
    const spent = await buildSold(db, owner, { charge: 5_000_000n })
    await buildMail(db, owner, message)
    const topup = await buildTopup(db, owner, { simulated: true })
    await paySimulatedTopup(db, { topupId: topup, card: 'works', late: false })
    await buildSold(db, owner, { output: { email: 'kim@example.com' }, charge: 19_000_000n })
    await dispute(topup, 'lost', 1)
    const owed = (await readWalletState(db, owner.workspaceId, 'live')).receivable
    expect(owed).toBeGreaterThan(5_000_000n)
    await bounced()
    await settleReports(db)
    expect(await creditOf(db, spent)).toBe(5_000_000n)
    expect((await readWalletState(db, owner.workspaceId, 'live')).receivable).toBe(owed - 5_000_000n)
    await sound()
  })
})

describe('nothing comes back', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['for a message that this workspace has not sent', () => bounced({ message_id: '<forged@example.com>' })],
    ['for a bounce that may pass', () => bounced({ type: 'Transient' })],
    [
      'where the server refused the message',
      () => bounced({ recipients: [{ address: 'robin@example.com', status: '5.7.1' }] }),
    ],
    [
      'where a list held the message back',
      () => bounced({ sub_type: 'Suppressed', recipients: [{ address: 'robin@example.com' }] }),
    ],
    [
      'for another recipient of the message',
      () => bounced({ recipients: [{ address: 'kim@example.com', status: '5.1.1' }] }),
    ],
  ])('%s', async (_, report) => {
    const run = await buildSold(db, owner)
    await buildMail(db, owner, message, ['robin@example.com', 'kim@example.com'])
    await report()
    await settleReports(db)
    expect(await creditOf(db, run)).toBeNull()
  })

  it.each<[string, Parameters<typeof buildSold>[2]]>([
    [
      'verified as uncertain',
      { capability: 'contact.verify', input: { email: 'robin@example.com' }, output: { status: 'accept_all' } },
    ],
    [
      'a further one of a personal email',
      {
        capability: 'contact.personal_email',
        output: { email: 'r@example.com', emails: ['r@example.com', 'robin@example.com'] },
      },
    ],
    ['found in a list', { capability: 'contact.domain_emails', output: { items: [{ email: 'robin@example.com' }] } }],
  ])('for an address that was %s', async (_, sale) => {
    const run = await buildSold(db, owner, sale)
    await buildMail(db, owner, message)
    await bounced()
    await settleReports(db)
    expect(await creditOf(db, run)).toBeNull()
  })

  it('to another workspace that has bought the address, or has sent the message', async () => {
    const other = await customer()
    const [own, foreign] = [await buildSold(db, owner), await buildSold(db, other)]
    await buildMail(db, other, message)
    await bounced()
    await settleReports(db)
    expect([await creditOf(db, own), await creditOf(db, foreign)]).toEqual([null, null])
  })

  it('for an address that was bought after its message had left', async () => {
    await buildMail(db, owner, message)
    const run = await buildSold(db, owner)
    await bounced()
    await settleReports(db)
    expect(await creditOf(db, run)).toBeNull()
  })

  it("for a report of a workspace's own account, whose secret its owner may know", async () => {
    const connectionId = await buildConnection(
      { db, cipher: testCipher() },
      { workspaceId: owner.workspaceId, provider: 'agentmail', credential: 'own' },
    )
    inbox = (await buildInbox(db, owner, { connectionId })).externalId
    const run = await buildSold(db, owner)
    await buildMail(db, owner, message)
    expect(await bounced({ connectionId })).toBe('written')
    await settleReports(db)
    expect(await creditOf(db, run)).toBeNull()
  })

  it('31 days after the run', async () => {
    const run = await buildSold(db, owner)
    await buildMail(db, owner, message)
    const report = (days: number) =>
      db.transaction(TEST, (tx) =>
        recordAddressReports(tx, {
          ...owner,
          eventId: newId('evt'),
          outcome: 'bounced',
          addresses: ['robin@example.com'],
          receivedAt: new Date(Date.now() + days * DAY_MS),
        }),
      )
    const reports = async () => (await db.pool.query('select from address_report where run_id = $1', [run])).rowCount
    await report(31)
    expect(await reports()).toBe(0)
    await report(29)
    expect(await reports()).toBe(1)
  })
})

it('the ledger proves through a storm of repeated bounces, disputes and new runs', async () => {
  const addresses = ['robin', 'kim', 'ada'].map((name) => `${name}@example.com`)
  const sold: string[] = []
  const topup = await buildTopup(db, owner, { simulated: true })
  await paySimulatedTopup(db, { topupId: topup, card: 'works', late: false })
  for (const email of [...addresses, ...addresses]) sold.push(await buildSold(db, owner, { output: { email } }))
  await buildMail(db, owner, message, addresses)
  const storm = (round: number) => [
    ...addresses.map((address) =>
      bounced({ recipients: [{ address, status: '5.1.1' }] }).then(() => settleReports(db)),
    ),
    bounced({ recipients: addresses.map((address) => ({ address, status: '5.1.1' })) }),
    dispute(topup, round % 2 === 0 ? 'needs_response' : 'won', round),
    buildSold(db, owner, { output: { email: 'later@example.com' } }),
    settleReports(db),
    settleReports(db),
  ]
  for (let round = 1; round <= 4; round += 1) await Promise.all(storm(round))
  await settleReports(db)
  const latest = sold.slice(addresses.length)
  expect(await Promise.all(sold.map((run) => creditOf(db, run)))).toEqual([
    ...addresses.map(() => null),
    ...latest.map(() => CHARGE),
  ])
  const credited = (await readStream(db, owner)).filter(({ type }) => type === 'run.credited')
  expect(credited.map(({ data }) => data['run_id']).toSorted()).toEqual(latest.toSorted())
  await sound()
})

it('a credit without its transfer is found by both proofs of the ledger', async () => {
  const run = await buildSold(db, owner)
  await db.pool.query("update run set address_outcome = 'bounced', credited = charged where id = $1", [run])
  expect((await verifyLedger(db)).drifts.map(({ promise }) => promise)).toEqual([`credit of ${run} = its transfers`])
  expect((await proveWallets(db, 0)).drifts).toMatchObject([{ promise: 'run_credit', subject: run, found: CHARGE }])
})

const dispute = (topupId: string, status: string, at: number) => reportDispute(db, topupId, { status, at })
