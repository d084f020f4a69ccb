import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { MetricEvent } from '../../domain/metrics/events.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { type TestDatabase, testDatabase } from '../support/postgres.ts'

const EVENT: MetricEvent = { kind: 'endpoint_disabled' }
const KIND = { name: 'test', effect: true } as const
const select = (text: string) => statement({ name: text, effect: false, text })

let database: TestDatabase
let db: Database
const emitted: MetricEvent[] = []
beforeAll(async () => {
  database = await testDatabase()
  db = await openDatabase({
    url: database.url,
    applicationName: 'test',
    poolMax: 4,
    onMetricEvent: (event) => emitted.push(event),
  })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

it('a metric event is reported after its commit, never after a rollback, and once after a retried deadlock', async () => {
  db.emit(EVENT)
  expect(emitted.splice(0)).toEqual([EVENT])
  await db.transaction(KIND, async (tx) => {
    tx.emit(EVENT)
    await tx.query(select('select 1'), {})
    expect(emitted).toEqual([])
  })
  expect(emitted.splice(0)).toEqual([EVENT])
  await expect(
    db.transaction(KIND, async (tx) => {
      tx.emit(EVENT)
      await tx.query(select('select 1 / 0'), {})
    }),
  ).rejects.toThrow('division by zero')
  expect(emitted).toEqual([])
  let attempts = 0
  await db.transaction(KIND, async (tx) => {
    tx.emit(EVENT)
    attempts += 1
    if (attempts === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
  })
  expect([attempts, emitted.splice(0)]).toEqual([2, [EVENT]])
})
