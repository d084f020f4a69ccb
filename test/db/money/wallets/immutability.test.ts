import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../../db/database.ts'
import { endRun } from '../../../../usecases/runs/end-run.ts'
import { walletAccount } from '../../../../db/money/wallets/ledger.ts'
import { readWallet } from '../../../build/wallet.ts'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { buildRun, delivery, failure, openTestDatabase, type Owner, readBooks } from '../../build.ts'

const IMMUTABLE = /transfers are immutable/
const HOLD = 1_000_000n

let db: Database
let close: () => Promise<void>
let owner: Owner
let runId: string

beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db, { live: '5.00' })).id, environment: 'live' }
  runId = await buildRun(db, owner, { status: 'running', hold: HOLD })
})
afterEach(async () => {
  const { drifts } = await verifyLedger(db)
  expect(drifts.filter(({ workspace_id: of }) => of === owner.workspaceId)).toEqual([])
})

const REVENUE = 'platform:live:revenue'
const balance = async () => {
  const { available, held, spent } = await readWallet(db, owner.workspaceId, owner.environment)
  return { available, held, spent }
}
const ledgerOf = async (id: string) =>
  (await db.pool.query('select kind, amount::text, key from transfer where run_id = $1 order by id', [id])).rows
const all = async () => ({ wallet: await balance(), run: await readBooks(db, runId), ledger: await ledgerOf(runId) })
const transfer = (more: Readonly<Record<string, unknown>>) => {
  const row = {
    debit_account_id: walletAccount(owner.workspaceId, 'live', 'held'),
    credit_account_id: REVENUE,
    amount: 1,
    kind: 'charge',
    run_id: runId,
    key: randomUUID(),
    ...more,
  }
  const names = Object.keys(row)
  return db.pool.query(
    `insert into transfer (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  )
}

const CHANGES = [
  ['update', 'update transfer set amount = amount + 1'],
  ['update of one row by its key', `update transfer set kind = 'refund' where key like '%:hold'`],
  ['update that changes nothing', 'update transfer set amount = amount'],
  ['delete', 'delete from transfer'],
  ['truncate', 'truncate transfer'],
  ['truncate of the accounts with what refers to them', 'truncate account cascade'],
  [
    'upsert',
    `insert into transfer (debit_account_id, credit_account_id, amount, kind, key)
    select debit_account_id, credit_account_id, amount, kind, key from transfer limit 1 on conflict (key) do update
      set amount = 1`,
  ],
  ['merge', 'merge into transfer t using (select 1) s on true when matched then update set amount = 1'],
  ['merge that deletes', 'merge into transfer t using (select 1) s on true when matched then delete'],
] as const

describe('a transfer is immutable', () => {
  it.each(CHANGES)("for the tables' owner: %s is refused", async (_, statement) => {
    const before = await all()
    await expect(db.pool.query(statement)).rejects.toThrow(IMMUTABLE)
    expect(await all()).toEqual(before)
  })

  describe('for a role with every privilege on every table', () => {
    const role = `clerk_${randomUUID().replaceAll('-', '')}`

    beforeAll(async () => {
      await db.pool.query(
        `create role ${role} nosuperuser; grant all on all tables in schema public to ${role}; grant all on all sequences in schema public to ${role}`,
      )
    })
    afterAll(async () => {
      await db.pool.query(`drop owned by ${role}; drop role ${role}`)
    })

    const asClerk = async (statement: string): Promise<void> => {
      const client = await db.pool.connect()
      try {
        await client.query(`begin; set local role ${role}`)
        await client.query(statement)
      } finally {
        await client.query('rollback')
        client.release()
      }
    }

    it.each(CHANGES)('%s is refused', async (_, statement) => {
      await expect(asClerk(statement)).rejects.toThrow(IMMUTABLE)
    })

    it.each([
      ['disable the triggers', 'alter table transfer disable trigger all'],
      ['drop a trigger', 'drop trigger transfer_is_immutable on transfer'],
      [
        'replace what the triggers do',
        `create or replace function refuse_ledger_change() returns trigger language plpgsql as 'begin return null; end'`,
      ],
      ['switch triggers off for the session', 'set session_replication_role = replica'],
      ['drop the table', 'drop table transfer'],
    ])('the role cannot %s', async (_, statement) => {
      await expect(asClerk(statement)).rejects.toThrow(/must be owner|permission denied/)
    })

    it('the role may add one, which is all that the service does', async () => {
      await expect(
        asClerk(`insert into transfer (debit_account_id, credit_account_id, amount, kind, key)
        values ('platform:live:funding', 'platform:live:revenue', 1, 'adjustment', '${randomUUID()}')`),
      ).resolves.toBeUndefined()
    })
  })

  it.each([
    ['an amount of zero', { amount: 0 }, /transfer_amount_check/],
    ['a negative amount', { amount: -1 }, /transfer_amount_check/],
    ['an unknown kind', { kind: 'gift' }, /transfer_kind_check/],
    [
      'one account on both sides',
      { credit_account_id: REVENUE, debit_account_id: REVENUE },
      /violates check constraint/,
    ],
    ['an account that does not exist', { credit_account_id: 'platform:live:gold' }, /foreign key/],
  ])('%s is refused', async (_, more, reason) => {
    await expect(transfer(more)).rejects.toThrow(reason)
  })

  it('keeps its accounts: one that it names cannot be removed or renamed', async () => {
    const account = walletAccount(owner.workspaceId, 'live', 'held')
    await expect(db.pool.query('delete from account where id = $1', [account])).rejects.toThrow(/foreign key/)
    await expect(db.pool.query(`update account set id = 'elsewhere' where id = $1`, [account])).rejects.toThrow(
      /foreign key/,
    )
  })
})

describe('a wallet', () => {
  it.each(['available', 'held', 'spent', 'daily_limit', 'per_run_limit'])('never has a negative %s', async (column) => {
    const before = await all()
    await expect(
      db.pool.query(`update wallet set ${column} = -1 where workspace_id = $1`, [owner.workspaceId]),
    ).rejects.toThrow(/violates check constraint/)
    expect(await all()).toEqual(before)
  })
})

describe('a hold is closed once', () => {
  it.each([
    ['settled', () => delivery(runId, 400_000n)],
    ['released', () => failure(runId)],
  ])('after it was %s, a second closing transfer is refused by its unique key', async (_, end) => {
    await endRun(db, end())
    await expect(transfer({ key: `${runId}:close` })).rejects.toThrow(/duplicate key.*transfer_key_key/)
    await expect(transfer({ key: `${runId}:hold` })).rejects.toThrow(/duplicate key.*transfer_key_key/)
  })

  it('charges once when the run is ended twice, whatever the second charge is', async () => {
    expect(await endRun(db, delivery(runId, 400_000n))).toBe('succeeded')
    const settled = await all()
    expect(settled.wallet).toEqual({ available: 4_600_000n, held: 0n, spent: 400_000n })
    for (const again of [
      delivery(runId, 400_000n),
      delivery(runId, HOLD),
      failure(runId),
      failure(runId, { status: 'cancelled' }),
    ]) {
      expect(await endRun(db, again)).toBe('succeeded')
      expect(await all()).toEqual(settled)
    }
  })

  it('charges once when twenty executors end the run at the same time with different charges', async () => {
    const ends = await Promise.all(
      Array.from({ length: 20 }, (_, index) => endRun(db, delivery(runId, BigInt(index + 1) * 1_000n))),
    )
    expect(new Set(ends)).toEqual(new Set(['succeeded']))
    const charges = (await ledgerOf(runId)).filter(({ kind }) => kind === 'charge')
    expect(charges).toHaveLength(1)
    expect((await balance()).available).toBe(5_000_000n - BigInt(charges[0].amount))
  })

  it.each([
    ['the entire hold', HOLD, [['charge', HOLD, 'close']]],
    [
      'a part of it',
      400_000n,
      [
        ['charge', 400_000n, 'close'],
        ['release', 600_000n, 'close:rest'],
      ],
    ],
    ['nothing', 0n, [['release', HOLD, 'close']]],
  ] as const)('a charge of %s leaves no hold', async (_, charge, closing) => {
    await endRun(db, delivery(runId, charge))
    expect(await ledgerOf(runId)).toEqual(
      [['hold', HOLD, 'hold'] as const, ...closing].map(([kind, amount, step]) => ({
        kind,
        amount: amount.toString(),
        key: `${runId}:${step}`,
      })),
    )
    expect(await balance()).toEqual({ available: 5_000_000n - charge, held: 0n, spent: charge })
  })
})

describe('a charge above the hold is refused and changes nothing', () => {
  it.each([
    ['by one microdollar', HOLD + 1n],
    ['by more than the wallet has', 50_000_000n],
  ])('%s', async (_, charge) => {
    const before = await all()
    await expect(endRun(db, delivery(runId, charge))).rejects.toThrow()
    expect(await all()).toEqual(before)
    expect(await endRun(db, delivery(runId, HOLD))).toBe('succeeded')
  })

  it('also without a hold', async () => {
    runId = await buildRun(db, owner, { status: 'running' })
    const before = await all()
    await expect(endRun(db, delivery(runId, 1n))).rejects.toThrow()
    expect(await all()).toEqual(before)
  })

  it.each([
    ['an end without an attempt', () => failure(runId, { charge: HOLD + 1n })],
    ['an end within the hold without an attempt', () => failure(runId, { charge: 1n })],
    ['a negative charge', () => delivery(runId, -1n)],
    ['a negative charge of an end without an attempt', () => failure(runId, { charge: -1n })],
  ])('%s is refused too', async (_, end) => {
    // Something was spent today, so that a negative charge could reduce it.
    await endRun(db, delivery(await buildRun(db, owner, { status: 'running', hold: 5n }), 5n))
    const before = await all()
    await expect(endRun(db, end())).rejects.toThrow()
    expect(await all()).toEqual(before)
  })
})
