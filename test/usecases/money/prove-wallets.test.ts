import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { paySimulatedTopup } from '../../../usecases/money/pay-simulated.ts'
import { endRun } from '../../../usecases/runs/end-run.ts'
import { readLedgerState } from '../../../db/money/ledger-proof/prove.ts'
import { type Proved, proveWallets } from '../../../usecases/money/prove-wallets.ts'
import { buildTopup } from '../../build/topup.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { until } from '../../support/until.ts'
import { buildRun, delivery, failure, openTestDatabase, type Owner } from '../../db/build.ts'

let db: Database
let close: () => Promise<void>
let owner: Owner
let runId: string
let topup: string
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())
beforeEach(async () => {
  await db.pool.query('delete from ledger_drift')
  await db.pool.query('update wallet_proof set proved_at = clock_timestamp()')
  owner = { workspaceId: (await buildWorkspace(db, { live: '5.00' })).id, environment: 'live' }
  runId = await buildRun(db, owner, { status: 'running', hold: 1_000_000n })
  topup = await buildTopup(db, owner, { simulated: true })
  await paySimulatedTopup(db, { topupId: topup, card: 'works', late: false })
})

const run = (text: string) => db.pool.query(text)
/** As if the time until the next proof had passed for this wallet. */
async function prove(): Promise<Proved> {
  await run(
    `update wallet_proof set proved_at = proved_at - interval '1 hour' where workspace_id = '${owner.workspaceId}' and environment = 'live'`,
  )
  return proveWallets(db, 300)
}
const found = async (): Promise<[string, string][]> =>
  (await prove()).drifts.map(({ promise, subject }) => [promise, subject])
const proof = async (): Promise<{ through: string; available: string; held: string; fresh: boolean }> =>
  (
    await run(
      `select through::text, available::text, held::text, proved_at > now() - interval '1 minute' as fresh from wallet_proof where workspace_id = '${owner.workspaceId}' and environment = 'live'`,
    )
  ).rows[0]
const change = (text: string) =>
  run(`update wallet set ${text} where workspace_id = '${owner.workspaceId}' and environment = 'live'`)
const transfer = ({ debit, credit, runOf = null }: { debit: string; credit: string; runOf?: string | null }) => {
  const mine = (account: string): string => (account.includes(':') ? account : `${owner.workspaceId}:live:${account}`)
  return db.pool.query(
    `insert into transfer (debit_account_id, credit_account_id, amount, kind, key, run_id) values ($1, $2, 7, 'charge', $3, $4)`,
    [mine(debit), mine(credit), runOf === null ? randomUUID() : `${runOf}:charge`, runOf],
  )
}

describe('a sound wallet', () => {
  it('is proved, through holds, charges, releases and top-ups, and not again before its time', async () => {
    expect(await prove()).toEqual({ wallets: 1, drifts: [], more: false })
    expect(await proof()).toMatchObject({ available: '24000000', held: '1000000', fresh: true })
    await endRun(db, delivery(runId, 300_000n))
    await endRun(db, failure(await buildRun(db, owner, { status: 'running', hold: 500_000n })))
    expect(await prove()).toMatchObject({ wallets: 1, drifts: [] })
    expect(await proof()).toMatchObject({ available: '24700000', held: '0', fresh: true })
    expect(await proveWallets(db, 300)).toEqual({ wallets: 0, drifts: [], more: false })
    expect(await readLedgerState(db)).toMatchObject({ drifts: {}, oldestProofAgeSeconds: expect.any(Number) })
  })

  it('is proved during runs that hold and settle at the same time, by two provers at once', async () => {
    let over = false
    const traffic = Promise.all(
      Array.from({ length: 4 }, async (_, worker) => {
        for (let number = 0; number < 15; number += 1) {
          const id = await buildRun(db, owner, { status: 'running', hold: 1_000n })
          await endRun(db, number % 3 === worker % 3 ? failure(id) : delivery(id, 400n))
        }
      }),
    ).finally(() => {
      over = true
    })
    const drifts: unknown[] = []
    await until(
      async () => {
        for (const one of await Promise.all([prove(), prove()])) drifts.push(...one.drifts)
      },
      () => over,
    )
    await traffic
    expect([drifts, await found()]).toEqual([[], []])
  })

  it('with more transfers than one pass reads is proved in several, oldest first', async () => {
    await run(`insert into transfer (debit_account_id, credit_account_id, amount, kind, key)
      select 'platform:live:promotion', '${owner.workspaceId}:live:available', 1, 'promotion', gen_random_uuid()::text
        from generate_series(1, 5000)`)
    await change('available = available + 5000')
    expect(await prove()).toEqual({ wallets: 0, drifts: [], more: true })
    expect(await proof()).toMatchObject({ fresh: false })
    expect(await proveWallets(db, 300)).toMatchObject({ wallets: 0, more: true })
    expect(await proveWallets(db, 300)).toEqual({ wallets: 1, drifts: [], more: false })
    expect(await proof()).toMatchObject({ available: '24005000', fresh: true })
  })
})

describe('a drift', () => {
  it.each<[string, () => Promise<unknown>, [string, string][]]>([
    ['money without a transfer', () => change('available = available + 1'), [['available', '']]],
    [
      'a hold without a run',
      () => change('held = held + 1'),
      [
        ['held', ''],
        ['open_holds', ''],
      ],
    ],
    ['a debt without a transfer', () => change('receivable = 1'), [['receivable', '']]],
    [
      'a charge that the run does not have',
      () => transfer({ debit: 'held', credit: 'platform:live:revenue', runOf: runId }),
      [
        ['held', ''],
        ['run_hold', 'run'],
        ['run_charge', 'run'],
      ],
    ],
    [
      'a run that holds more than was held',
      () => run(`update run set held = held + 1 where id = '${runId}'`),
      [
        ['open_holds', ''],
        ['run_hold', 'run'],
      ],
    ],
    [
      'a top-up that kept less than was credited',
      () => run(`update topup set refunded = 1 where id = '${topup}'`),
      [['topup', 'topup']],
    ],
  ])('is found: %s', async (_what, plant, expected) => {
    await plant()
    const named = expected.map(([promise, subject]) => [
      promise,
      subject === 'run' ? runId : subject === 'topup' ? topup : '',
    ])
    expect(await found()).toEqual(named)
  })

  it('is shown until it is corrected, and is found again by each proof', async () => {
    await prove()
    await change('available = available + 1')
    expect([await found(), (await readLedgerState(db)).drifts]).toEqual([[['available', '']], { available: 1 }])
    expect([await found(), (await readLedgerState(db)).drifts]).toEqual([[['available', '']], { available: 1 }])
    await change('available = available - 1')
    expect([await found(), (await readLedgerState(db)).drifts]).toEqual([[], {}])
  })

  it('is shown until its run is right, although nothing moves in that run any more', async () => {
    await run(`update run set held = held + 1 where id = '${runId}'`)
    await found()
    expect(await found()).toContainEqual(['run_hold', runId])
    await run(`update run set held = held - 1 where id = '${runId}'`)
    expect([await found(), (await readLedgerState(db)).drifts]).toEqual([[], {}])
  })
})
