import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import type { Database } from '../../../../db/database.ts'
import { proveWallets } from '../../../../usecases/money/prove-wallets.ts'
import { readWalletState } from '../../../../db/money/wallets/read.ts'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { runPayments } from '../../../../ops/payments/command.ts'
import { buildInbox, readStream } from '../../../build/inbound.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../../build.ts'
import { bounceMail, buildMail, buildSold, CHARGE, creditOf, settleReports } from './build.ts'

let db: Database
let close: () => Promise<void>
let owner: Owner
let inbox: string
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(8))
})
afterAll(() => close())
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db, { live: '10.00' })).id, environment: 'live' }
  inbox = (await buildInbox(db, owner)).externalId
})

/** Runs that have sold these addresses, and one mail to all of them, which bounces. */
async function bounceAll(addresses: readonly string[]): Promise<readonly string[]> {
  const message = `<${randomUUID()}@example.com>`
  const runs: string[] = []
  for (const email of addresses) runs.push(await buildSold(db, owner, { output: { email } }))
  await buildMail(db, owner, message, addresses)
  await bounceMail(db, inbox, {
    message_id: message,
    recipients: addresses.map((address) => ({ address, status: '5.1.1' })),
  })
  await settleReports(db)
  return runs
}

const own = Array.from({ length: 8 }, (_, index) => `person${index}@robin.example`)
const creditsOf = (runs: readonly string[]) => Promise.all(runs.map((run) => creditOf(db, run)))
const payments = (...words: string[]) =>
  runPayments(db, { words, paymentId: '', reason: 'the list was stale', actor: 'kim' })
const available = async () => (await readWalletState(db, owner.workspaceId, 'live')).available

it('credits three addresses of one domain, and an operator decides the others once', async () => {
  const runs = await bounceAll(own)
  const credits = await creditsOf(runs)
  expect(credits.filter((credit) => credit !== null)).toEqual([CHARGE, CHARGE, CHARGE])
  const waiting = runs.filter((_, index) => credits[index] === null)
  const listed = (await payments('bounces')).lines
  for (const run of waiting) expect(listed.some((line) => line.includes(run) && line.endsWith('domain'))).toBe(true)

  const [given = '', refused = ''] = waiting
  const before = await available()
  expect((await payments('bounce', given, 'credit')).done).toBe(true)
  expect((await payments('bounce', given, 'credit')).done).toBe(false)
  expect((await payments('bounce', refused, 'refuse')).done).toBe(true)
  expect((await payments('bounce', refused, 'credit')).done).toBe(false)
  expect([await creditsOf([given, refused]), (await available()) - before]).toEqual([[CHARGE, null], CHARGE])
  const credited = (await readStream(db, owner)).filter(({ type }) => type === 'run.credited')
  expect(credited.map(({ data }) => data['run_id'])).toContain(given)
  expect(credited).toHaveLength(4)
  expect((await verifyLedger(db)).drifts).toEqual([])
  expect((await proveWallets(db, 0)).drifts).toEqual([])
})

it('counts an address whose credit waits as bounced: it is no saved answer and is credited no second time', async () => {
  const runs = await bounceAll(own)
  const { rows } = await db.pool.query('select address_outcome from run where id = any ($1)', [runs])
  expect(rows.every((run) => run.address_outcome === 'bounced')).toBe(true)
})

it('credits at once what bounces at many domains and at public mail services', async () => {
  const runs = await bounceAll([
    'a@one.example',
    'b@two.example',
    'c@gmail.com',
    'd@gmail.com',
    'e@gmail.com',
    'f@gmail.com',
  ])
  expect(await creditsOf(runs)).toEqual(runs.map(() => CHARGE))
})
