import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type HoldingCaller, type HoldingRequest, prepareHoldingRequests } from './holds-requests.ts'
import type { Bench } from './measure.ts'
import { textIn } from '../../dev/local/program.ts'
import { fixed, withBudget, print, progress, table } from '../../ops/report/markdown.ts'
import { withPostgresClient } from '../../dev/local/postgres-client.ts'
import { startOurs } from './systems.ts'

const TRIES = 5
const TRIES_QUICK = 1
/**
 * The bound of decisions, "Performance budget", on a machine that parses a document of 90,000 members in some 75 ms.
 */
const HOLD_MS: { readonly atMost: number } = { atMost: 50 }
const CALIBRATION_MEMBERS = 90_000
/** The metric's histogram samples every 10 ms, and its delay includes that interval. */
const SAMPLED_EVERY_MS = 10
const SETTLE_MS = 60

/**
 * Prints how long the largest allowed request of each kind blocks the event loop of an api, by its own metric
 * (`nodejs_eventloop_lag_max_seconds`, which restarts with each scrape). It takes the minimum of some tries: other work
 * on the machine delays the loop too, and no request can block it for less than its own time.
 */
export async function measureHolds(bench: Bench): Promise<boolean> {
  const { options, servers } = bench
  const databaseUrl = await servers.createDatabase('holds')
  progress('holds: starting api and worker apart')
  const system = await startOurs(bench, {
    setup: 'apart',
    databaseUrl,
    providerUrl: 'http://127.0.0.1:9',
    name: 'holds',
    env: { RATE_LIMIT_BYTES_PER_MINUTE: '1000000000000' },
  })
  const { url } = system.target(0)
  const metricsUrl = metricsUrlOf(join(servers.folder, 'holds-api.log'))
  progress('holds: writing what is read')
  const requests = await prepareHoldingRequests(url, await signUp(url, databaseUrl))
  const tries = options.quick ? TRIES_QUICK : TRIES
  const rows: string[][] = []
  for (const request of requests) {
    progress(`holds: ${request.name}`)
    const seen: number[] = []
    let answer = ''
    let kb = 0
    for (let time = 0; time < tries; time += 1) {
      await longestHoldMs(metricsUrl)
      const { status, bytes } = await send(url, request, time)
      seen.push(await longestHoldMs(metricsUrl))
      answer = String(status)
      kb = bytes / 1_024
    }
    rows.push([
      request.name,
      answer,
      fixed(kb, 0),
      withBudget(Math.min(...seen), HOLD_MS, ' ms'),
      fixed(Math.max(...seen)),
    ])
  }
  print(
    `## How long a request holds the event loop (a document of ${CALIBRATION_MEMBERS} members is parsed in ${fixed(calibrationMs())} ms now)`,
    table(['request', 'answer', 'KB of answer', `longest hold, least of ${tries}`, 'most, ms'], rows),
  )
  return true
}

/** A person with room for large tables and without a limit of bytes per minute. */
async function signUp(url: string, databaseUrl: string): Promise<HoldingCaller> {
  const post = async (path: string, body: object, token?: string): Promise<unknown> => {
    const headers = {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    }
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const made = await post('/v1/auth/signup', {
    email: 'holds@example.com',
    password: 'correct horse battery staple',
    workspace: 'Holds',
  })
  const [session, key] = [textIn(made, 'session_token'), textIn(made, 'test_key')]
  if (session === null || key === null) throw new Error('the sign-up answered no session')
  await post('/v1/features', { tables: true }, session)
  await withPostgresClient(databaseUrl, (client) => client.query(`update workspace set plan = 'scale'`))
  return { key, session }
}

function metricsUrlOf(logFile: string): string {
  for (const line of readFileSync(logFile, 'utf8').split('\n')) {
    if (!line.includes('"msg":"ready"')) continue
    const url = textIn(JSON.parse(line), 'metrics_url')
    if (url !== null) return url
  }
  throw new Error('the api has printed no URL of its metrics')
}

/** Since the previous scrape. */
async function longestHoldMs(metricsUrl: string): Promise<number> {
  // Work after an answer (a write of its record, a collection) belongs to the request.
  await sleep(SETTLE_MS)
  const text = await (await fetch(metricsUrl)).text()
  const seconds = Number(/^nodejs_eventloop_lag_max_seconds(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1])
  return Math.max(0, seconds * 1_000 - SAMPLED_EVERY_MS)
}

async function send(
  url: string,
  { method, path, headers, body }: HoldingRequest,
  time: number,
): Promise<{ status: number; bytes: number }> {
  const text = body === undefined ? undefined : typeof body === 'function' ? body(time) : body
  const answer = await fetch(`${url}${path.replace('{time}', `time${time}`)}`, {
    method,
    headers,
    redirect: 'manual',
    ...(text === undefined ? {} : { body: text }),
  })
  return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength }
}

function calibrationMs(): number {
  const text = `{${Array.from({ length: CALIBRATION_MEMBERS }, (_, index) => `"member_${index}":${index}`).join(',')}}`
  const times = Array.from({ length: 5 }, () => {
    const startedAt = performance.now()
    JSON.parse(text)
    return performance.now() - startedAt
  })
  return Math.min(...times)
}
