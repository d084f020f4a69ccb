import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { indexEarlierRuns } from '../../../db/history/index-earlier.ts'
import { readStoredHistory } from '../../../db/history/read.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { buildRun, openTestDatabase, type Owner } from '../build.ts'
import { asked, endedRun, type RunToEnd } from './build.ts'

const opened = openTestDatabase()
let db: Database
let owner: Owner

beforeAll(async () => {
  db = (await opened).db
})
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'test' }
})
afterAll(async () => (await opened).close())

/** A run as it stood before there was an index. */
async function earlierRun(run: RunToEnd): Promise<string> {
  const id = await endedRun(db, owner, run)
  await db.pool.query('delete from run_subject where run_id = $1', [id])
  await db.pool.query('delete from touch where run_id = $1', [id])
  await db.pool.query('delete from chat_participant where workspace_id = $1', [owner.workspaceId])
  await db.pool.query('update attempt set subjects = null where run_id = $1', [id])
  await db.pool.query('update run set subjects = null, send = null where id = $1', [id])
  return id
}

const read = (text: string) => readStoredHistory(db, owner, { subject: asked(text), limit: 50 })
const found = async (text: string) => (await read(text)).items.map(({ id }) => id)
const touched = async (text: string) => (await read(text)).touches.map(({ runId, channel }) => [runId, channel])
const rows = async () =>
  (
    await db.pool.query(
      'select kind, value, run_id, place, path, exact, words from run_subject where workspace_id = $1 order by 1, 2, 3',
      [owner.workspaceId],
    )
  ).rows

describe('runs from before there was an index', () => {
  it('are indexed as if they ended now, input and result', async () => {
    const run = { input: { full_name: 'Ada', domain: 'acme.com' }, output: { email: 'ada@acme.com' } }
    const now = await endedRun(db, owner, run)
    const expected = await rows()
    await db.pool.query('delete from run_subject where run_id = $1', [now])
    const earlier = await earlierRun(run)
    expect(await found('ada@acme.com')).toEqual([])
    await indexEarlierRuns(db)
    expect(await rows()).toEqual(expected.map((row) => ({ ...row, run_id: earlier })))
    expect(await found('ada@acme.com')).toEqual([earlier])
  })

  it('are done once, in batches, by several at the same time', async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, at) => earlierRun({ input: { full_name: `Ada ${at}`, domain: 'acme.com' } })),
    )
    expect((await Promise.all([indexEarlierRuns(db), indexEarlierRuns(db)])).some(({ more }) => more)).toBe(true)
    while ((await indexEarlierRuns(db)).more);
    expect((await found('acme.com')).length).toBe(50)
    const before = await rows()
    expect(before.length).toBe(120)
    expect(await indexEarlierRuns(db)).toEqual({ more: false })
    expect(await rows()).toEqual(before)
  })

  it('are indexed whatever page a send named', async () => {
    const profile_url = `linkedin.com/${'x'.repeat(486)}\u{1F600}`
    const sent = await earlierRun({ capability: 'linkedin.invite', input: { profile_url } })
    await indexEarlierRuns(db)
    expect((await db.pool.query('select subjects is not null as indexed from run where id = $1', [sent])).rows).toEqual(
      [{ indexed: true }],
    )
  })

  it('leave out what has not ended', async () => {
    const runId = await buildRun(db, owner, { status: 'running' })
    await db.pool.query('update run set subjects = null where id = $1', [runId])
    await indexEarlierRuns(db)
    expect((await db.pool.query('select subjects from run where id = $1', [runId])).rows).toEqual([{ subjects: null }])
  })

  it('tell whom they reached: sends that went out or may have, and messages in chats that an earlier one has opened', async () => {
    const sent = await earlierRun({ capability: 'email.send', input: { to: 'ada@acme.com', subject: 's', text: 't' } })
    const unknown = await earlierRun({
      capability: 'email.send',
      input: { to: 'bob@acme.com', subject: 's', text: 't' },
      unknown: true,
    })
    await earlierRun({
      capability: 'email.send',
      input: { to: 'carl@acme.com', subject: 's', text: 't' },
      output: null,
    })
    const first = await earlierRun({
      capability: 'linkedin.message',
      input: { profile_url: 'https://linkedin.com/in/ada', text: 't' },
      output: { chat_id: 'chat-1' },
    })
    const later = await earlierRun({ capability: 'linkedin.message', input: { chat_id: 'chat-1', text: 't' } })
    await indexEarlierRuns(db)
    expect(await touched('ada@acme.com')).toEqual([[sent, 'email']])
    expect(await touched('bob@acme.com')).toEqual([[unknown, 'email']])
    expect(await touched('carl@acme.com')).toEqual([])
    expect(await touched('in/ada')).toEqual([
      [later, 'linkedin'],
      [first, 'linkedin'],
    ])
    const {
      rows: [same],
    } = await db.pool.query(
      'select bool_and(t.at = r.finished_at) as at from touch t join run r on r.id = t.run_id where t.workspace_id = $1',
      [owner.workspaceId],
    )
    expect(same.at).toBe(true)
  })
})
