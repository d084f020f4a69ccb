import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { acceptRun } from '../../../usecases/runs/accept-run.ts'
import { findRunOfKey } from '../../../db/runs/accept.ts'
import { cancelRun } from '../../../db/runs/cancel.ts'
import { endRun } from '../../../usecases/runs/end-run.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { buildNewRun, delivery, failure, hashOf, openTestDatabase, type Owner, readBooks } from '../../db/build.ts'

const KEY = 'order 4711'
const ATONCE = 20

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'test' }
})

const countRuns = async () =>
  Number((await db.pool.query('select count(*) from run where workspace_id = $1', [owner.workspaceId])).rows[0].count)

describe('one idempotency key', () => {
  it('makes one run of requests that arrive at the same time, and shows it to all of them', async () => {
    const requests = Array.from({ length: ATONCE }, () => buildNewRun(owner, { idempotencyKey: KEY }))
    const answers = await Promise.all(requests.map((request) => acceptRun(db, request)))
    const inserted = requests.filter((_, index) => answers[index]?.kind === 'inserted')
    expect(inserted).toHaveLength(1)
    expect(answers.filter((answer) => answer.kind === 'replayed')).toEqual(
      Array.from({ length: ATONCE - 1 }, () => ({
        kind: 'replayed',
        runId: inserted[0]?.id,
        sameRequest: true,
        status: 'created',
      })),
    )
    expect(await countRuns()).toBe(1)
  })

  it('distinguishes another request under it from the same one, also at the same time', async () => {
    const requests = Array.from({ length: ATONCE }, (_, index) =>
      buildNewRun(owner, { idempotencyKey: KEY, requestHash: hashOf(`request ${index % 2}`) }),
    )
    const answers = await Promise.all(requests.map((request) => acceptRun(db, request)))
    const first = requests[answers.findIndex(({ kind }) => kind === 'inserted')]
    for (const [index, answer] of answers.entries()) {
      if (answer.kind === 'inserted') continue
      expect(answer).toMatchObject({
        runId: first?.id,
        sameRequest: requests[index]?.requestHash.equals(first?.requestHash ?? Buffer.alloc(0)),
      })
    }
    expect(await countRuns()).toBe(1)
  })

  it('is another key in the other environment and in another workspace', async () => {
    const elsewhere: Owner[] = [
      { ...owner, environment: 'live' },
      { workspaceId: (await buildWorkspace(db)).id, environment: 'test' },
    ]
    for (const other of [owner, ...elsewhere]) {
      const run = buildNewRun(other, { idempotencyKey: KEY })
      expect(await findRunOfKey(db, { ...run, idempotencyKey: KEY })).toBeNull()
      expect(await acceptRun(db, run)).toEqual({ kind: 'inserted' })
      expect(await findRunOfKey(db, { ...run, idempotencyKey: KEY })).toMatchObject({ runId: run.id })
    }
  })

  it('lives as long as its run, and shows its progress', async () => {
    const run = buildNewRun(owner, { idempotencyKey: KEY })
    await acceptRun(db, run)
    for (const [end, status] of [
      [null, 'created'],
      [() => cancelRun(db, run.id, owner), 'cancelled'],
    ] as const) {
      await end?.()
      expect(await acceptRun(db, buildNewRun(owner, { idempotencyKey: KEY }))).toEqual({
        kind: 'replayed',
        runId: run.id,
        sameRequest: true,
        status,
      })
    }
  })

  it('is kept by a run that called a provider, however it ended', async () => {
    for (const [index, end] of [delivery('', 0n), failure(''), failure('', { status: 'no_match' })].entries()) {
      const run = buildNewRun(owner, { idempotencyKey: `${KEY} ${index}` })
      await acceptRun(db, run)
      await endRun(db, { ...end, runId: run.id })
      expect(await acceptRun(db, buildNewRun(owner, { idempotencyKey: `${KEY} ${index}` }))).toMatchObject({
        kind: 'replayed',
        runId: run.id,
      })
    }
  })

  it('is released by a run that ended without money or offers: the next request with it runs', async () => {
    const refused = buildNewRun(owner, { idempotencyKey: KEY })
    await acceptRun(db, refused)
    await endRun(db, failure(refused.id, { releasesKey: true }))
    expect(await readBooks(db, refused.id)).toMatchObject({ status: 'failed', idempotency_key: null })
    const requests = Array.from({ length: ATONCE }, () =>
      buildNewRun(owner, { idempotencyKey: KEY, requestHash: hashOf('changed') }),
    )
    const answers = await Promise.all(requests.map((request) => acceptRun(db, request)))
    expect(answers.filter(({ kind }) => kind === 'inserted')).toHaveLength(1)
    expect(await countRuns()).toBe(2)
  })

  it('is answered or free, and never lost, while a run releases it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const refused = buildNewRun(owner, { idempotencyKey: `${KEY} ${round}` })
      await acceptRun(db, refused)
      const next = Array.from({ length: 6 }, () => buildNewRun(owner, { idempotencyKey: `${KEY} ${round}` }))
      const [, ...answers] = await Promise.all([
        endRun(db, failure(refused.id, { releasesKey: true })),
        ...next.map((request) => acceptRun(db, request)),
      ])
      const inserted = next.filter((_, index) => answers[index]?.kind === 'inserted')
      expect(inserted.length).toBeLessThanOrEqual(1)
      for (const answer of answers) {
        if (answer.kind === 'replayed') expect([refused.id, inserted[0]?.id]).toContain(answer.runId)
      }
    }
  })
})

describe('a run', () => {
  it('is inserted once when its request is repeated under the same id after a lost answer', async () => {
    const run = buildNewRun(owner)
    expect(await Promise.all([acceptRun(db, run), acceptRun(db, run), acceptRun(db, run)])).toEqual(
      Array.from({ length: 3 }, () => ({ kind: 'inserted' })),
    )
    expect(await countRuns()).toBe(1)
  })

  it('is still known by its own id when another request took its key first', async () => {
    const run = buildNewRun(owner, { idempotencyKey: KEY })
    await acceptRun(db, run)
    expect(await acceptRun(db, run)).toEqual({ kind: 'inserted' })
    await endRun(db, failure(run.id, { releasesKey: true }))
    expect(await acceptRun(db, buildNewRun(owner, { idempotencyKey: KEY }))).toEqual({ kind: 'inserted' })
    expect(await acceptRun(db, run)).toEqual({ kind: 'inserted' })
  })

  it('without a key never matches another', async () => {
    const answers = await Promise.all(Array.from({ length: ATONCE }, () => acceptRun(db, buildNewRun(owner))))
    expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(['inserted']))
    expect(await countRuns()).toBe(ATONCE)
  })

  it('starts as created, holds no money, and falls due within half a minute', async () => {
    const run = buildNewRun(owner)
    await acceptRun(db, run)
    expect(await readBooks(db, run.id)).toEqual({
      status: 'created',
      held: '0',
      charged: null,
      quoted: null,
      finished: false,
      idempotency_key: null,
    })
    const {
      rows: [due],
    } = await db.pool.query(
      `select sweep_at between clock_timestamp() + interval '20 s' and clock_timestamp() + interval '30 s' as soon from run where id = $1`,
      [run.id],
    )
    expect(due.soon).toBe(true)
  })

  it('is refused for an unknown workspace', async () => {
    await expect(acceptRun(db, buildNewRun({ workspaceId: 'ws_nobody', environment: 'test' }))).rejects.toThrow(
      /foreign key/,
    )
  })
})
