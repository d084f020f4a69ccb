import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { Pool } from 'undici'
import { createAccountMails } from '../../api/auth/account-mails.ts'
import { createKnownCallers } from '../../api/auth/known-callers.ts'
import { createRequestQueues } from '../../api/limits/request-queues.ts'
import { createApp } from '../../api/app.ts'
import { withFrameRoutes } from '../../api/http/frame-routes.ts'
import { authenticateBy, createKeyReader, sessionReader } from '../../api/auth/authentication.ts'
import { createProving } from '../../api/auth/verify-password.ts'
import { authRoutes } from '../../api/http/auth/routes.ts'
import { createMeter, type Meter } from '../../telemetry/meter.ts'
import { createRateLimits, NO_RATE_LIMITS } from '../../api/limits/rate-limits.ts'
import { startServer } from '../../api/server.ts'
import { readApiSettings } from '../../api/settings.ts'
import { createCipher } from '../../db/cipher.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import type { Options } from './options.ts'
import {
  type BudgetBound,
  fixed,
  withBudget,
  quantile,
  print,
  progress,
  table,
  withinBound,
} from '../../ops/report/markdown.ts'
import type { Stop } from '../../dev/local/service.ts'
import type { BenchServers } from './servers.ts'
import { createBenchWorkspace } from './workspace.ts'

const POOL_MAX = 4
const PAIRS = 2_000
const PAIRS_QUICK = 100
const SIGN_INS = 100
const SIGN_INS_QUICK = 10
const SIGN_INS_PER_ADDRESS = 50
const WARM_UP = 50
/** The credential, the quota, and the read itself. */
const STATEMENTS_PER_READ: BudgetBound = { atMost: 3 }
const HASHES_PER_SIGN_IN: BudgetBound = { atMost: 1 }
/** The cheapest read that needs a credential: one lookup by primary keys. */
const READ = '/v1/auth/me'
const PERSON = { email: 'bench@example.com', password: 'correct horse battery staple' }
const UNKNOWN = { email: 'unknown@example.com', password: 'correct horse battery staple' }

/** A separate address for each person behind the proxy: failures of one must not slow another. */
const settings = readApiSettings({ TRUSTED_PROXIES: '127.0.0.0/8' })
const cipher = createCipher([{ version: 1, base64: randomBytes(32).toString('base64') }])

/** The cost of authentication: time compared with the same route without it, statements, and a sign-in. */
export async function measureAuth(options: Options, servers: BenchServers, stops: Stop[]): Promise<boolean> {
  progress('auth: starting the frame with and without its guards')
  const db = await openDatabase({
    url: await servers.createDatabase('auth'),
    applicationName: 'bench',
    poolMax: POOL_MAX,
  })
  stops.push(() => db.close())
  const requested = { statements: 0 }
  db.pool.on('acquire', () => {
    requested.statements += 1
  })
  const workspace = await createBenchWorkspace(db, 'auth')
  const metrics = createMeter({ processMetrics: false })
  const guarded = await openFrame({ db, metrics, workspaceId: null, stops })
  const bare = await openFrame({ db, metrics, workspaceId: workspace.id, stops })

  const signedUp = await send(guarded, {
    method: 'POST',
    path: '/v1/auth/signup',
    body: { ...PERSON, workspace: 'Bench' },
  })
  const session = String(Object.getOwnPropertyDescriptor(Object(signedUp.answer), 'session_token')?.value)
  const reads = await measureReads(
    { guarded, bare, pairs: options.quick ? PAIRS_QUICK : PAIRS },
    { key: workspace.keys.live, session },
  )
  const countOf = async (token: string): Promise<number> => {
    const before = requested.statements
    await send(guarded, { method: 'GET', path: READ, token })
    return requested.statements - before
  }
  const statements = [await countOf(workspace.keys.live), await countOf(session)]
  print(
    `## Authentication and rate limit: GET ${READ} with and without them, one after the other`,
    table(
      ['credential', 'p50 ms', 'p95 ms', 'p50 without', 'p95 without', 'p50 of the differences', 'SQL statements'],
      reads.map((row, index) => [...row, withBudget(statements[index] ?? Number.NaN, STATEMENTS_PER_READ)]),
    ),
  )
  const signInsMet = await measureSignIns(guarded, metrics, options.quick ? SIGN_INS_QUICK : SIGN_INS)
  return signInsMet && statements.every((count) => withinBound(count, STATEMENTS_PER_READ))
}

interface FrameParts {
  readonly db: Database
  readonly metrics: Meter
  /** null: callers are authenticated and counted; otherwise every caller is this workspace, and none is counted. */
  readonly workspaceId: string | null
  readonly stops: Stop[]
}

async function openFrame({ db, metrics, workspaceId, stops }: FrameParts): Promise<Pool> {
  const keys = createKeyReader(db, () => undefined)
  stops.push(() => keys.stop())
  const app = createApp({
    routes: withFrameRoutes(
      authRoutes(
        { db, settings },
        { proving: createProving(db, { cipher, metrics }) },
        createAccountMails({ db, cipher, settings, publicUrl: () => 'http://127.0.0.1' }),
      ),
      () => 'http://127.0.0.1',
    ),
    log: pino({ level: 'error' }, pino.destination(2)),
    challenge: () => 'Bearer',
    authenticate:
      workspaceId === null
        ? authenticateBy([keys, sessionReader(db)])
        : async () => ({
            kind: 'key',
            limits: null,
            approver: false,
            workspaceId,
            environment: 'live',
            apiKeyId: 'key_bench',
          }),
    rateLimits:
      workspaceId === null
        ? createRateLimits({ pool: db.pool, ...settings, requestsPerMinute: 1_000_000 })
        : { ...NO_RATE_LIMITS },
    requestQueues: createRequestQueues(metrics),
    knownCallers: createKnownCallers(),
    metrics,
    validateResponses: false,
  })
  const server = await startServer({ app, host: '127.0.0.1', port: 0 })
  stops.push(() => server.drain(0))
  const pool = new Pool(server.url, { connections: 1, pipelining: 1 })
  stops.push(() => pool.destroy())
  return pool
}

async function measureReads(
  { guarded, bare, pairs }: { guarded: Pool; bare: Pool; pairs: number },
  tokens: Readonly<Record<string, string>>,
): Promise<string[][]> {
  const rows: string[][] = []
  for (const [name, token] of Object.entries(tokens)) {
    progress(`auth: ${pairs} pairs of reads by ${name}`)
    const read = { method: 'GET', path: READ, token } as const
    for (let time = 0; time < WARM_UP; time += 1) await Promise.all([send(guarded, read), send(bare, read)])
    const [withIt, without]: [number[], number[]] = [[], []]
    for (let pair = 0; pair < pairs; pair += 1) {
      // Each side goes first in every other pair, so that neither always benefits from the other's warm-up.
      for (const side of pair % 2 === 0 ? [guarded, bare] : [bare, guarded]) {
        const { ms } = await send(side, read)
        ;(side === guarded ? withIt : without).push(ms)
      }
    }
    const differences = withIt.map((ms, pair) => ms - (without[pair] ?? Number.NaN))
    rows.push([
      name,
      ...[
        quantile(withIt, 0.5),
        quantile(withIt, 0.95),
        quantile(without, 0.5),
        quantile(without, 0.95),
        quantile(differences, 0.5),
      ].map((ms) => fixed(ms, 2)),
    ])
  }
  return rows
}

/** Any number of correct passwords; wrong ones up to the limit of one address and one account per minute. */
async function measureSignIns(pool: Pool, metrics: Meter, right: number): Promise<boolean> {
  progress(`auth: ${right} sign-ins`)
  const hashes = async (): Promise<number> =>
    (await metrics.registry.getSingleMetric('password_hashes_total')?.get())?.values[0]?.value ?? 0
  const cases = [
    { name: 'right password', body: PERSON, status: 200, times: right },
    { name: 'wrong password', body: { ...PERSON, password: 'wrong horse' }, status: 401, times: 4 },
    { name: 'unknown address', body: UNKNOWN, status: 401, times: 4 },
  ]
  const rows: string[][] = []
  let met = true
  for (const [index, { name, body, status, times }] of cases.entries()) {
    const before = await hashes()
    const ms: number[] = []
    for (let time = 0; time < times; time += 1) {
      // The number of sign-ins that one address may make within a minute.
      const address = `203.0.113.${10 * (index + 1) + Math.floor(time / SIGN_INS_PER_ADDRESS)}`
      ms.push((await send(pool, { method: 'POST', path: '/v1/auth/signin', body, status, address })).ms)
    }
    const each = ((await hashes()) - before) / times
    met &&= withinBound(each, HASHES_PER_SIGN_IN)
    rows.push([
      name,
      String(times),
      fixed(quantile(ms, 0.5)),
      fixed(quantile(ms, 0.95)),
      withBudget(each, HASHES_PER_SIGN_IN),
    ])
  }
  print(
    '## POST /v1/auth/signin, one after the other',
    table(['sign-in', 'samples', 'p50 ms', 'p95 ms', 'argon2 computations each'], rows),
  )
  return met
}

interface Sent {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  readonly token?: string
  /** As a trusted proxy reports it. */
  readonly address?: string
  readonly status?: number
}

async function send(
  pool: Pool,
  { method, path, body, token, address, status = 200 }: Sent,
): Promise<{ ms: number; answer: unknown }> {
  const startedAt = performance.now()
  const reply = await pool.request({
    method,
    path,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(address === undefined ? {} : { 'x-forwarded-for': address }),
    },
  })
  const answer: unknown = await reply.body.json()
  if (reply.statusCode !== status)
    throw new Error(`${method} ${path} answered ${reply.statusCode}: ${JSON.stringify(answer)}`)
  return { ms: performance.now() - startedAt, answer }
}
