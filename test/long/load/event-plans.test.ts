import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Database, Queries } from '../../../db/database.ts'
import type { Statement } from '../../../db/statement.ts'
import { findFitting, readStream, type StreamQuestion } from '../../../db/delivery/events/read.ts'
import { newId } from '../../../db/ids.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase } from '../../db/build.ts'

const EVENTS = 100_000
/** One event in this number is of the rare type. */
const RARE = 20_000
const COMMON = ['email.received', 'email.delivered', 'gmail.received', 'linkedin.message_received']

let db: Database
let close: () => Promise<void>
let workspaceId: string
/** Its events are ends of runs, but the rare ones. */
let reportedId: string
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  workspaceId = (await buildWorkspace(db)).id
  reportedId = (await buildWorkspace(db)).id
  for (const id of [workspaceId, (await buildWorkspace(db)).id, reportedId]) {
    await db.pool.query(
      `insert into event (id, workspace_id, environment, sequence, type, created_at, data)
       select 'evt_' || $1 || n, $1, 'live', n, case when n % ${RARE} = 0 then 'email.complained'
         else ($2::text[])[1 + n % 4] end,
         now() - (${EVENTS} - n) * interval '1 second', case when n % 2 = 0
           then json_build_object('text', repeat('x', 500))
           else json_build_object('text', repeat('x', 500), 'class',
             case when n % ${RARE} = 1 then 'bounce' else 'reply' end)
         end
       from generate_series(1, ${EVENTS}) as n`,
      [id, id === reportedId ? COMMON.map(() => 'run.finished') : COMMON],
    )
    await db.pool.query(
      `insert into event_counter (workspace_id, environment, last_sequence, last_at) values ($1, 'live', ${EVENTS}, now())`,
      [id],
    )
  }
  await db.pool.query('analyze event')
}, 120_000)
afterAll(() => close())

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Relation Name'?: string
  readonly Plans?: readonly PlanNode[]
}

/** The rows that a plan really read from the stream, and whether it read the entire table. */
function readIn(node: PlanNode | undefined): { rows: number; isFullScan: boolean } {
  const inner = (node?.Plans ?? []).map(readIn)
  const own =
    node?.['Relation Name'] === 'event'
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      : 0
  return {
    rows: inner.reduce((sum, one) => sum + one.rows, own),
    isFullScan: inner.some(({ isFullScan }) => isFullScan) || (own > 0 && node?.['Node Type'] === 'Seq Scan'),
  }
}

/** The reads of the one statement of this query. */
async function measure(
  ask: (queries: Queries) => Promise<unknown>,
): Promise<{ rows: number; isFullScan: boolean; statements: number }> {
  const statements: { statement: Statement; values: readonly unknown[] }[] = []
  await ask({
    emit: () => undefined,
    query: async (statement, values) => {
      statements.push({ statement, values: statement.bind(values) })
      return []
    },
  }).catch(() => undefined)
  const [first] = statements
  if (first === undefined) throw new Error('no statement was sent')
  const {
    rows: [row],
  } = await db.pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, format json) ${first.statement.text}`,
    [...first.values],
  )
  return { ...readIn(row?.['QUERY PLAN'][0].Plan), statements: statements.length }
}

const page = (more: Partial<StreamQuestion>) => (queries: Queries) =>
  readStream(queries, {
    workspaceId,
    environment: 'live',
    after: null,
    sinceMs: null,
    types: null,
    limit: 500,
    ...more,
  })
const eventAt = (sequence: number) => `evt_${workspaceId}${sequence}`

describe('a page of the stream among a hundred thousand events', () => {
  it.each<[string, () => Partial<StreamQuestion>, number]>([
    ['from the beginning', () => ({}), 510],
    ['from the middle', () => ({ after: eventAt(EVENTS / 2) }), 510],
    ['at the end', () => ({ after: eventAt(EVENTS) }), 10],
    ['of one common type', () => ({ after: eventAt(EVENTS / 2), types: ['email.received'] }), 1_010],
    ['of one rare type', () => ({ types: ['email.complained'] }), 30],
    ['of a rare and a common type', () => ({ types: ['email.complained', 'gmail.received'] }), 1_020],
    ['of all types by name', () => ({ types: [...COMMON, 'email.complained', 'email.bounced'] }), 2_600],
    ['of one rare class', () => ({ classes: ['bounce'] }), 30],
    ['of one common class', () => ({ after: eventAt(EVENTS / 2), classes: ['reply'] }), 1_010],
    ['of a rare and a common class', () => ({ classes: ['bounce', 'reply'] }), 1_020],
    ['since a time', () => ({ sinceMs: Date.now() - 50_000_000 }), 510],
    ['since a future time', () => ({ sinceMs: Date.now() + 50_000_000 }), 10],
    ['past the ends of runs', () => ({ workspaceId: reportedId }), 40],
    ['for an unknown cursor', () => ({ after: newId('evt') }), 10],
  ])('%s is one statement that reads little more than it returns', async (_, question, most) => {
    const { rows, isFullScan, statements } = await measure(page(question()))
    expect([isFullScan, statements]).toEqual([false, 1])
    expect(rows).toBeLessThanOrEqual(most)
  })
})

describe('the poll of waiting requests', () => {
  it('reads once for each request and type', async () => {
    const waits = Array.from({ length: 500 }, (_, n) => ({
      workspaceId,
      environment: 'live' as const,
      from: BigInt(EVENTS - 1),
      types: n % 2 === 0 ? ['email.bounced', 'email.complained'] : null,
    }))
    const { rows, isFullScan } = await measure((queries) => findFitting(queries, waits))
    expect(isFullScan).toBe(false)
    expect(rows).toBeLessThanOrEqual(1_000)
    expect(await findFitting(db, waits)).toHaveLength(500)
    expect(
      await findFitting(
        db,
        waits.map((wait) => ({ ...wait, types: ['email.bounced'] })),
      ),
    ).toEqual([])
    expect(
      await findFitting(
        db,
        waits.map((wait) => ({ ...wait, from: BigInt(EVENTS) })),
      ),
    ).toEqual([])
  })
})
