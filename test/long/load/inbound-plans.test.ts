import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sendingInbox, unknownSend } from '../../../db/outreach/inbound/owners.ts'
import { CLAIM_OVERDUE_INBOUND } from '../../../db/outreach/inbound/sweep.ts'
import type { Database } from '../../../db/database.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../../db/build.ts'
import { buildSent } from '../../db/outreach/outbound/build.ts'
import { rowsRead } from '../../db/rows-read.ts'

const MANY = 20_000
/** The most blocks that a statement may read to find one row among many. */
const FEW = 50

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
  await db.pool.query(
    `insert into inbox (id, workspace_id, environment, provider, external_id, address, domain, status)
     select 'inbox_' || n, $1, 'live', 'resend', 'external_' || n, 'sales@domain' || n || '.example', 'domain' || n ||
       '.example', 'active' from generate_series(1, ${MANY}) as n`,
    [owner.workspaceId],
  )
  await copyMany('run', 'attempt', await buildSent(db, owner, {}, { outcome: 'unknown' }))
  await db.pool.query('analyze inbox, run, attempt')
}, 120_000)
afterAll(() => close())

/** As many runs and attempts as these; each was made a minute before the next one. */
async function copyMany(runs: string, attempts: string, runId: string): Promise<void> {
  const columns = async (table: string, own: readonly string[]) =>
    (
      await db.pool.query<{ name: string }>(
        'select column_name as name from information_schema.columns where table_name = $1',
        [table],
      )
    ).rows
      .map(({ name }) => name)
      .filter((name) => !own.includes(name))
      .map((name) => `t.${name}`)
  const [ofRun, ofAttempt] = [
    await columns(runs, ['id', 'idempotency_key']),
    await columns(attempts, ['run_id', 'started_at']),
  ]
  const bare = (names: readonly string[]) => names.map((name) => name.slice(2)).join(', ')
  await db.pool.query(
    `insert into run (id, ${bare(ofRun)}) select t.id || '_' || n, ${ofRun.join(', ')} from run t, generate_series(1, ${MANY}) as n where t.id = $1`,
    [runId],
  )
  await db.pool.query(
    `insert into attempt (run_id, started_at, ${bare(ofAttempt)}) select t.run_id || '_' || n, t.started_at - n *
      interval '1 minute' - interval '10 days', ${ofAttempt.join(', ')}
     from attempt t, generate_series(1, ${MANY}) as n where t.run_id = $1`,
    [runId],
  )
}

describe('the claim of overdue messages', () => {
  it('finds the message of another inbox behind the backlog of one without reading that backlog', async () => {
    await db.pool.query(
      `insert into inbound_message (id, provider, external_id, body, turn_key, sweep_at)
       select 'inb_' || n, 'agentmail', 'message-' || n, '{}', case n when ${MANY} then 'bystander' else 'storm'
         end, now() - interval '2 hours' + n * interval '1 millisecond'
       from generate_series(1, ${MANY}) as n`,
    )
    await db.pool.query('analyze inbound_message')
    expect(
      await rowsRead(
        db,
        (queries) => queries.query(CLAIM_OVERDUE_INBOUND, { limit: 2, againAfterSeconds: 30 }),
        'commit',
      ),
    ).toBeLessThan(2 * FEW)
    const { rows } = await db.pool.query(
      `select count(*)::int as bystanders from inbound_message where turn_key = 'bystander' and sweep_at > now()`,
    )
    expect(rows).toEqual([{ bystanders: 1 }])
  })
})

describe("the owner of a provider's report", () => {
  it('costs the same for any number of inboxes', async () => {
    const report = {
      provider: 'resend',
      connectionId: null,
      messageId: randomUUID(),
      address: 'sales@domain7.example',
      runId: null,
    }
    expect(await rowsRead(db, (queries) => sendingInbox(queries, report))).toBeLessThan(FEW)
    expect((await sendingInbox(db, report))?.id).toBe('inbox_7')
  })

  it.each([
    ['no run', null],
    ['a run', 'run_01j9zq3v6n4k8w2x5y7a9b1c3d'],
  ])(
    'costs the same for any number of sends with an unknown outcome, and so does the match with one (marked with %s)',
    async (_what, runId) => {
      const report = {
        ...owner,
        provider: 'sandbox',
        inbox: { id: 'inbox_1', address: 'sales@domain1.example' },
        messageId: randomUUID(),
        at: new Date().toISOString(),
        recipients: ['robin@example.com'],
        runId,
      }
      expect(await rowsRead(db, (queries) => unknownSend(queries, report))).toBeLessThan(FEW)
    },
  )
})
