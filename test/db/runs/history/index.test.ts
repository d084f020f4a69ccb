import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { statement } from '../../../../db/statement.ts'
import { wordHash } from '../../../../db/runs/history/index.ts'
import { subjectsOf } from '../../../support/subjects.ts'
import type { Json } from '../../../../domain/json/json.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { buildRun, openTestDatabase, type Owner } from '../../build.ts'

/** As the functions that end runs call it. */
const INDEX_RUN = statement<{ runId: string; deliveredAttempt: number | null }>({
  name: 'test_index_run',
  effect: true,
  text: `select index_subjects_v1(array[:runId], array[:runId], array[:deliveredAttempt::integer], array[true])`,
})

const opened = openTestDatabase()
let owner: Owner

beforeAll(async () => {
  owner = { workspaceId: (await buildWorkspace((await opened).db)).id, environment: 'test' }
})
afterAll(async () => (await opened).close())

async function indexed(input: Json, output: Json | null, times = 1) {
  const { db } = await opened
  const runId = await buildRun(db, owner, { status: 'running' })
  await db.pool.query('update run set subjects = $2 where id = $1', [runId, JSON.stringify(subjectsOf(input))])
  if (output !== null)
    await db.pool.query('update attempt set subjects = $2 where run_id = $1', [
      runId,
      JSON.stringify(subjectsOf(output)),
    ])
  for (let time = 0; time < times; time += 1)
    await db.query(INDEX_RUN, { runId, deliveredAttempt: output === null ? null : 1 })
  const { rows } = await db.pool.query<{ row: string }>(
    `select concat_ws(' ', kind, value, place, path, exact) as row from run_subject where run_id = $1 order by kind, value`,
    [runId],
  )
  return { runId, rows: rows.map(({ row }) => row) }
}

describe('the subjects of a run that ends', () => {
  it('are stored once each: the input before the result, an exact one before an inexact one', async () => {
    const { rows } = await indexed(
      { email: 'ada@acme.com' },
      { domain: 'acme.com', email: 'bob@corp.com', company_domain: 'corp.com' },
    )
    expect(rows).toEqual([
      'domain acme.com input $.email f',
      'domain corp.com result $.company_domain t',
      'email ada@acme.com input $.email t',
      'email bob@corp.com result $.email t',
    ])
  })

  it('are those of the input only when there was no delivery', async () => {
    expect((await indexed({ domain: 'acme.com' }, null)).rows).toEqual(['domain acme.com input $.domain t'])
  })

  it('are written once, however often the end is tried', async () => {
    expect((await indexed({ domain: 'acme.com' }, { email: 'ada@acme.com' }, 2)).rows.length).toBe(2)
  })

  it('have the words of names as hashes of their workspace and environment; no other subject has words', async () => {
    const { db } = await opened
    const { runId } = await indexed({ full_name: 'Ada Lovelace', domain: 'acme.com' }, null)
    const { rows } = await db.pool.query(
      `select kind, words, array[${wordHash('$2', '$3', "'ada'")}, ${wordHash('$2', '$3', "'lovelace'")}] as expected,
        ${wordHash('$2', "'live'", "'ada'")} = any(words) as elsewhere from run_subject where run_id = $1
          order by kind`,
      [runId, owner.workspaceId, owner.environment],
    )
    expect(rows.map(({ kind, words, elsewhere }) => ({ kind, words: words !== null, elsewhere }))).toEqual([
      { kind: 'domain', words: false, elsewhere: null },
      { kind: 'text', words: true, elsewhere: false },
    ])
    expect(rows[1].words).toEqual(rows[1].expected)
  })

  it('are none for a run from before there was an index', async () => {
    const { db } = await opened
    const runId = await buildRun(db, owner, { status: 'running' })
    await db.query(INDEX_RUN, { runId, deliveredAttempt: 1 })
    expect((await db.pool.query('select 1 from run_subject where run_id = $1', [runId])).rowCount).toBe(0)
  })
})
