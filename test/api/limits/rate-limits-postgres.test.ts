import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createRateLimits } from '../../../api/limits/rate-limits.ts'
import { type Database, openDatabase } from '../../../db/database.ts'
import { testDatabase, type TestDatabase } from '../../support/postgres.ts'
import { startFrame } from '../frame.ts'

describe('rate limits in PostgreSQL', () => {
  let database: TestDatabase
  let db: Database
  beforeAll(async () => {
    database = await testDatabase()
    db = await openDatabase({ url: database.url, applicationName: 'test', poolMax: 4 })
  })
  afterAll(async () => {
    await db.close()
    await database.drop()
  })

  it('count one quota over all replicas, exactly, under parallel requests', async () => {
    const limits = () =>
      createRateLimits({ pool: db.pool, requestsPerMinute: 20, runsPerMinute: 0, trustedProxies: [] })
    const replicas = await Promise.all([startFrame({ rateLimits: limits() }), startFrame({ rateLimits: limits() })])
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => replicas[index % 2]?.client.get('/v1/items')),
    )
    const statuses = answers.map((answer) => answer?.status).toSorted()
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), ...Array.from({ length: 10 }, () => 429)])
    const { rows } = await db.pool.query('select key, points from rate_limit')
    expect(rows).toEqual([{ key: 'requests:key_1', points: expect.any(Number) }])
    await Promise.all(replicas.map((replica) => replica.stop()))
  })
})
