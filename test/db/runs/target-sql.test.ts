import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { TARGET_SQL } from '../../../db/runs/target-sql.ts'
import type { Method } from '../../../domain/catalog/endpoint.ts'
import { healthTargetOf } from '../../../domain/raw/request.ts'
import { openTestDatabase } from '../build.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

const STARTED = 'POST /v2/actors/ada~scraper/runs'

it.each<[Method, string, Readonly<Record<string, string>>, string]>([
  ['POST', '/v2/actors/{actorId}/runs', { actorId: 'ada~scraper' }, STARTED],
  ['POST', '/v2/actors/{actorId}/runs', { actorId: 'ada/scraper' }, STARTED],
  ['POST', '/v2/actors/{actorId}/run-sync', { actorId: 'ada~scraper' }, STARTED],
  ['POST', '/v2/actors/{actorId}/run-sync-get-dataset-items', { actorId: 'ada~scraper' }, STARTED],
  ['POST', '/v2/actors/ada~scraper/runs', {}, STARTED],
  ['POST', '/v2/actors/{actorId}/runs', { actorId: 'a b' }, 'POST /v2/actors/{actorId}/runs'],
  ['POST', '/v2/actors/{actorId}/runs', {}, 'POST /v2/actors/{actorId}/runs'],
  ['GET', '/v2/actors/{actorId}/run-sync', { actorId: 'ada~scraper' }, STARTED],
  ['GET', '/v2/actors/{actorId}/runs', { actorId: 'ada~scraper' }, 'GET /v2/actors/{actorId}/runs'],
  ['POST', '/v2/actors/{actorId}/runs/last/abort', { actorId: 'a~b' }, 'POST /v2/actors/{actorId}/runs/last/abort'],
  ['GET', '/companies/{domain}', { domain: 'example.com' }, 'GET /companies/{domain}'],
])(
  'an attempt of %s %s with %j is about %s, in the rule and in the statement',
  async (method, endpoint, path, target) => {
    expect(healthTargetOf({ method, endpoint, path })).toBe(target)
    const { rows } = await db.pool.query(
      `select ${TARGET_SQL('r')} as target from (select $1::jsonb as raw_request) r`,
      [JSON.stringify({ method, endpoint, path })],
    )
    expect(rows).toEqual([{ target }])
  },
)
