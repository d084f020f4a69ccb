import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { NEGOTIATED_MAX } from '../../../domain/pricing/rates.ts'
import { listAudit } from '../../../db/access/audit/entries.ts'
import type { Database } from '../../../db/database.ts'
import { removeRate, setRate } from '../../../usecases/money/negotiate-rate.ts'
import { findWorkspace } from '../../../db/access/workspaces/queries.ts'
import { readRates } from '../../../db/money/pricing/rates.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase } from '../../db/build.ts'

let db: Database
let close: () => Promise<void>
let workspaceId: string
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())
beforeEach(async () => {
  ;({ id: workspaceId } = await buildWorkspace(db))
})

const change = (target: string, reason = 'contract 7') => ({ workspaceId, target, actor: 'robin', reason })
const audited = async () =>
  (await listAudit(db, workspaceId)).map(({ actor, action, before, after, reason }) => [
    actor,
    action,
    before,
    after,
    reason,
  ])

describe('negotiated rates', () => {
  it('are set, changed and removed, each with an audit entry that has the earlier rate, newest first', async () => {
    expect(await setRate(db, change('contact.find'), '0.02')).toEqual({ kind: 'changed', before: null })
    expect(await setRate(db, change('contact.find', 'renewed'), '0.03')).toEqual({ kind: 'changed', before: '0.02' })
    expect(await readRates(db, workspaceId)).toEqual({ plan: 'pay_per_call', negotiated: { 'contact.find': '0.03' } })
    expect(await removeRate(db, change('contact.find', 'ended'))).toEqual({ kind: 'changed', before: '0.03' })
    expect(await readRates(db, workspaceId)).toEqual({ plan: 'pay_per_call', negotiated: {} })
    const rate = (terms: string) => ({ target: 'contact.find', terms })
    expect(await audited()).toEqual([
      ['robin', 'rate.removed', rate('0.03'), null, 'ended'],
      ['robin', 'rate.set', rate('0.02'), rate('0.03'), 'renewed'],
      ['robin', 'rate.set', null, rate('0.02'), 'contract 7'],
    ])
  })

  it('have no audit entry where nothing changes', async () => {
    await setRate(db, change('raw:hunter'), 'x1.2')
    expect(await setRate(db, change('raw:hunter'), 'x1.2')).toEqual({ kind: 'unchanged' })
    expect(await removeRate(db, change('raw:apify'))).toEqual({ kind: 'unchanged' })
    expect(await audited()).toHaveLength(1)
  })

  it('belong to one workspace only', async () => {
    await setRate(db, change('contact.find'), '0.02')
    const other = await buildWorkspace(db)
    expect((await readRates(db, other.id)).negotiated).toEqual({})
    expect(await listAudit(db, other.id)).toEqual([])
  })

  it('have consecutive entries when two operators set them at once', async () => {
    await Promise.all(['0.01', '0.02', '0.03', '0.04'].map((terms) => setRate(db, change('contact.find'), terms)))
    const lines = (await audited()).toReversed()
    expect(lines).toHaveLength(4)
    for (const [index, [, , before]] of lines.entries()) expect(before).toEqual(lines[index - 1]?.[3] ?? null)
    const { negotiated } = await readRates(db, workspaceId)
    expect(lines.at(-1)?.[3]).toEqual({ target: 'contact.find', terms: negotiated['contact.find'] })
  })

  it('are bounded, also when the last ones are requested at once', async () => {
    await db.pool.query(
      `insert into negotiated_rate (workspace_id, target, terms) select $1, 'raw:p' || n, 'x1.2' from generate_series(1, $2) n`,
      [workspaceId, NEGOTIATED_MAX - 1],
    )
    const answers = await Promise.all(['a', 'b', 'c'].map((name) => setRate(db, change(`raw:${name}`), 'x1.2')))
    expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['changed', 'too many', 'too many'])
    expect(await setRate(db, change('raw:p1'), 'x1.3')).toMatchObject({ kind: 'changed' })
  })

  it.each([
    ['a multiplier of a capability', 'contact.find', 'x1.2'],
    ['an amount for raw calls', 'raw:hunter', '0.02'],
    ['no rate', 'contact.find', 'free'],
    ['a negative one', 'contact.find', '-1'],
    ['no target', 'hunter', 'x1.2'],
  ])('the database also refuses %s, and then there is no entry', async (_, target, terms) => {
    await expect(setRate(db, change(target), terms)).rejects.toThrow(/check constraint/)
    expect(await audited()).toEqual([])
  })

  it('find their workspace by id or name', async () => {
    const found = await findWorkspace(db, workspaceId)
    expect(found?.id).toBe(workspaceId)
    expect(await findWorkspace(db, found?.name ?? '')).toEqual(found)
    expect(await findWorkspace(db, 'nobody')).toBeNull()
  })
})

describe('the audit', () => {
  it.each(["update audit_entry set reason = 'another'", 'delete from audit_entry', 'truncate audit_entry'])(
    'refuses: %s',
    async (sql) => {
      await setRate(db, change('contact.find'), '0.02')
      const before = await audited()
      await expect(db.pool.query(sql)).rejects.toThrow(/audit entries are immutable/)
      expect(await audited()).toEqual(before)
    },
  )

  it('accepts no entry without a reason or a person', async () => {
    await expect(setRate(db, { ...change('contact.find'), reason: '' }, '0.02')).rejects.toThrow(/check constraint/)
    await expect(setRate(db, { ...change('contact.find'), actor: '' }, '0.02')).rejects.toThrow(/check constraint/)
    expect((await readRates(db, workspaceId)).negotiated).toEqual({})
  })
})
