import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { loadCatalog } from '../../activities/providers/catalogs/load.ts'
import { openDatabase } from '../../db/database.ts'
import { CAPABILITIES } from '../../domain/capabilities/catalog.ts'
import { endpointKey } from '../../domain/catalog/endpoint.ts'
import type { CatalogEndpoint } from '../../domain/catalog/endpoint.ts'
import { readQueries } from '../bench-discover/evaluate.ts'
import { newEncryptionKeys } from '../../dev/local/encryption-keys.ts'
import { runImport } from '../../dev/catalog-import/run-import.ts'
import { writeBigCatalog } from './big-catalog.ts'
import { documentOf } from './big-document.ts'
import { residentMb } from './memory.ts'
import type { Options } from './options.ts'
import { announced, startProgram } from '../../dev/local/program.ts'
import { fixed, quantile, print, progress, table } from '../../ops/report/markdown.ts'
import type { Stop } from '../../dev/local/service.ts'
import type { BenchServers } from './servers.ts'
import { createBenchWorkspace } from './workspace.ts'

const ENDPOINTS = 10_000
const OPERATIONS = 1_000
const POOL_MAX = 2
const SAMPLES = 500
const SAMPLES_QUICK = 60
const QUERIES = fileURLToPath(new URL('../../test/discover/queries-open.json', import.meta.url))

/** Discover and inspect on a large catalog, one request after the other; the time of an import; and the sizes. */
export async function measureCatalog(options: Options, servers: BenchServers, stops: Stop[]): Promise<void> {
  const folder = writeBigCatalog(servers.folder, ENDPOINTS)
  const databaseUrl = await servers.createDatabase('catalog')
  const db = await openDatabase({ url: databaseUrl, applicationName: 'bench', poolMax: POOL_MAX })
  stops.push(() => db.close())
  const workspace = await createBenchWorkspace(db, 'catalog')
  const api = await startProgram({
    script: 'api/main.ts',
    name: 'catalog-api',
    folder: servers.folder,
    profileDir: options.profileDir,
    ready: announced,
    env: {
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: servers.temporal.address,
      PORT: '0',
      METRICS_PORT: '0',
      HOST: '127.0.0.1',
      DEPLOYMENT: 'local',
      CATALOG_DIR: folder,
      RATE_LIMIT_REQUESTS_PER_MINUTE: '0',
      ENCRYPTION_KEYS: newEncryptionKeys(),
    },
  })
  stops.push(() => api.stop())
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
  const row = (name: string, ms: readonly number[]): string[] => [
    name,
    fixed(quantile(ms, 0.5)),
    fixed(quantile(ms, 0.95)),
  ]
  print(
    `## Discover and inspect: ${endpoints.length} endpoints`,
    table(
      ['request', 'p50 ms', 'p95 ms'],
      [
        row('POST /v1/discover', discover),
        row('POST /v1/inspect, capability', capability),
        row('POST /v1/inspect, endpoint', endpoint),
      ],
    ),
    `The first question reads the catalog and makes the index: ${fixed(first, 0)} ms. Memory of the api process: ${fixed(atRest, 0)} MB before it, ${fixed(loaded, 0)} MB with everything loaded. Responses are checked against their schemas, as in a local start.`,
  )
  await measureImport(servers.folder)
}

/** A prime, so that the sample covers every provider. */
const STRIDE = 7919
const named = (endpoint: CatalogEndpoint | undefined) => ({
  provider: endpoint?.provider,
  endpoint: endpoint === undefined ? '' : endpointKey(endpoint.method, endpoint.endpoint),
})

async function measureImport(folder: string): Promise<void> {
  progress('catalog: imports')
  const place = join(folder, 'document.json')
  writeFileSync(place, JSON.stringify(documentOf(loadCatalog().all().slice(0, OPERATIONS))))
  const importOnce = async (): Promise<{ ms: number; operations: number }> => {
    const startedAt = performance.now()
    const { operations } = await runImport({ slug: 'imported', places: [place], folder, base: null, prose: 'drop' })
    return { ms: performance.now() - startedAt, operations }
  }
  const [first, again] = [await importOnce(), await importOnce()]
  const per1000 = ({ ms, operations }: { ms: number; operations: number }): string => fixed((ms / operations) * 1000, 0)
  print(
    '## Import of an OpenAPI document',
    table(
      ['import', 'operations', 'ms per 1,000'],
      [
        ['new', String(first.operations), per1000(first)],
        ['again, unchanged', String(again.operations), per1000(again)],
      ],
    ),
  )
}

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
