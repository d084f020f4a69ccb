import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { loadCatalog } from '../../activities/providers/catalogs/load.ts'
import { CAPABILITIES } from '../../domain/capabilities/catalog.ts'
import { endpointKey, type CatalogEndpoint } from '../../domain/catalog/endpoint.ts'
import { readQueries } from '../bench-discover/evaluate.ts'
import { writeBigCatalog } from './big-catalog.ts'
import { type Bench, latencyCells, openBenchDatabase } from './measure.ts'
import { residentMb } from './processes.ts'
import { fixed, print, progress, table } from '../../ops/report/markdown.ts'
import { startApiAlone } from './systems.ts'
import { createBenchWorkspace } from './workspace.ts'

const ENDPOINTS = 10_000
const SAMPLES = 500
const SAMPLES_QUICK = 60
const QUERIES = fileURLToPath(new URL('../../test/discover/queries-open.json', import.meta.url))

/** Discover and inspect on a large catalog, one request after the other; and the memory of the index. */
export async function measureCatalog(bench: Bench): Promise<boolean> {
  const { options, servers, stops } = bench
  const folder = writeBigCatalog(servers.folder, ENDPOINTS)
  const { url: databaseUrl, db } = await openBenchDatabase(bench, 'catalog')
  const workspace = await createBenchWorkspace(db, 'catalog')
  const api = await startApiAlone(bench, {
    name: 'catalog-api',
    databaseUrl,
    env: { DEPLOYMENT: 'local', CATALOG_DIR: folder, RATE_LIMIT_REQUESTS_PER_MINUTE: '0' },
  })
  const pool = new Pool(api.url, { connections: 1, pipelining: 1 })
  stops.push(() => pool.destroy())
  const post = (path: string, body: unknown) => timed(pool, path, { body, key: workspace.keys.live })

  const atRest = residentMb(api.pid)
  progress('catalog: the first question makes the index')
  const first = await post('/v1/discover', { query: 'work email of a person' })
  const count = options.quick ? SAMPLES_QUICK : SAMPLES
  const queries = readQueries(QUERIES).map(({ query }) => query)
  const endpoints = loadCatalog(folder).all()
  const discover = await sample(count, (at) => post('/v1/discover', { query: queries[at % queries.length] }))
  const capability = await sample(count, (at) =>
    post('/v1/inspect', { capability: CAPABILITIES[at % CAPABILITIES.length]?.slug }),
  )
  const endpoint = await sample(count, (at) => post('/v1/inspect', named(endpoints[(at * STRIDE) % endpoints.length])))
  const loaded = residentMb(api.pid)
  print(
    `## Discover and inspect: ${endpoints.length} endpoints`,
    table(
      ['request', 'p50 ms', 'p95 ms'],
      [
        ['POST /v1/discover', ...latencyCells(discover)],
        ['POST /v1/inspect, capability', ...latencyCells(capability)],
        ['POST /v1/inspect, endpoint', ...latencyCells(endpoint)],
      ],
    ),
    `The first question reads the catalog and makes the index: ${fixed(first, 0)} ms. Memory of the api process: ${fixed(atRest, 0)} MB before it, ${fixed(loaded, 0)} MB with everything loaded. Responses are checked against their schemas, as in a local start.`,
  )
  return true
}

/** A prime, so that the sample covers every provider. */
const STRIDE = 7919
const named = (endpoint: CatalogEndpoint | undefined) => ({
  provider: endpoint?.provider,
  endpoint: endpoint === undefined ? '' : endpointKey(endpoint.method, endpoint.endpoint),
})

const ANSWER_SHOWN_CHARS = 300

async function timed(pool: Pool, path: string, { body, key }: { body: unknown; key: string }): Promise<number> {
  const startedAt = performance.now()
  const answer = await pool.request({
    path,
    method: 'POST',
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  })
  const text = await answer.body.text()
  if (answer.statusCode !== 200)
    throw new Error(
      `POST ${path} ${JSON.stringify(body)} answered ${answer.statusCode}: ${text.slice(0, ANSWER_SHOWN_CHARS)}`,
    )
  return performance.now() - startedAt
}

async function sample(count: number, ask: (at: number) => Promise<number>): Promise<number[]> {
  const samples: number[] = []
  for (let at = 0; at < count; at += 1) samples.push(await ask(at))
  return samples
}
