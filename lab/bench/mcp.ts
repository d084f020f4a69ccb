import { Pool } from 'undici'
import { type FigureService, startFigureService } from './figure-service.ts'
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

interface Sizes {
  readonly rounds: number
  readonly warmUp: number
}

/** The same call over HTTP, and as a tool. */
interface Call {
  readonly name: string
  readonly http: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: object }
  readonly tool: { readonly name: string; readonly arguments: object }
  readonly full: Sizes
  readonly quick: Sizes
  /** A text that every correct answer contains. */
  readonly says: string
}

const RUN = { capability: 'contact.find', input: { full_name: 'Ada Example', domain: 'example.com' } }

const READ: Pick<Call, 'full' | 'quick'> = { full: { rounds: 1_000, warmUp: 100 }, quick: { rounds: 50, warmUp: 10 } }

const callsFor = (runId: string): readonly Call[] => [
  {
    name: 'GET /v1/wallet, `wallet`',
    http: { method: 'GET', path: '/v1/wallet' },
    tool: { name: 'wallet', arguments: {} },
    ...READ,
    says: 'available',
  },
  {
    name: 'GET /v1/runs/{run_id}, `get_run`',
    http: { method: 'GET', path: `/v1/runs/${runId}` },
    tool: { name: 'get_run', arguments: { run_id: runId } },
    ...READ,
    says: 'succeeded',
  },
  {
    name: 'POST /v1/run, `run`',
    http: { method: 'POST', path: '/v1/run', body: RUN },
    tool: { name: 'run', arguments: RUN },
    full: { rounds: 200, warmUp: 60 },
    quick: { rounds: 10, warmUp: 5 },
    says: 'succeeded',
  },
]

/** One answered call. The CPU time is that of the whole process: its client, its api and its worker. */
interface Sample {
  readonly ms: number
  readonly cpuMs: number
  readonly bytes: number
}

const SIDES = ['HTTP', 'MCP 2026-07-28', 'MCP 2025-11-25'] as const
type Side = (typeof SIDES)[number]

const COLUMNS = [
  'call',
  'way',
  'p50 ms',
  'p95 ms',
  'p50 of the differences',
  'CPU ms',
  'bytes of an answer',
  'SQL statements',
  'more than HTTP',
]

/** A tool's call is the route's call: it sends no more statements to the database. */
const MORE_STATEMENTS: BudgetBound = { atMost: 0 }
/** Background work (sweeps, times of last use) is in some counts and not in the smallest. */
const COUNTED_CALLS = 7

/** The cost of a call over MCP compared with the same call over HTTP; false when it sends more statements. */
export async function measureMcp(options: Options, servers: BenchServers, stops: Stop[]): Promise<boolean> {
  progress('mcp: starting the service')
  const count = { statements: 0 }
  const service = await startFigureService({
    servers,
    databaseUrl: await servers.createDatabase('mcp'),
    onQuery: () => {
      count.statements += 1
    },
  })
  stops.push(() => service.stop())
  const pool = new Pool(service.url, { connections: 1, pipelining: 1 })
  stops.push(() => pool.destroy())

  const rows: string[][] = []
  let met = true
  for (const call of callsFor(await service.run('test', RUN))) {
    const send = (side: Side): Promise<Sample> => sendBy(side, call, { pool, service })
    const samples = await inTurns(call, options.quick ? call.quick : call.full, send)
    const ms = samples.map((side) => side.map((one) => one.ms))
    const statements = await leastStatements(count, send)
    for (const [index, side] of SIDES.entries()) {
      const differences = ms[index]?.map((one, round) => one - (ms[0]?.[round] ?? Number.NaN)) ?? []
      const more = (statements[index] ?? Number.NaN) - (statements[0] ?? Number.NaN)
      met &&= withinBound(more, MORE_STATEMENTS)
      rows.push([
        call.name,
        side,
        fixed(quantile(ms[index] ?? [], 0.5), 2),
        fixed(quantile(ms[index] ?? [], 0.95), 2),
        index === 0 ? '' : fixed(quantile(differences, 0.5), 2),
        fixed(
          meanOf(({ cpuMs }) => cpuMs, samples[index]),
          2,
        ),
        fixed(
          meanOf(({ bytes }) => bytes, samples[index]),
          0,
        ),
        String(statements[index]),
        index === 0 ? '' : withBudget(more, MORE_STATEMENTS),
      ])
    }
  }
  print('## The same call over HTTP and as an MCP tool, in turns, one after the other', table(COLUMNS, rows))
  await pool.destroy()
  await service.stop()
  return met
}

const meanOf = (of: (sample: Sample) => number, samples: readonly Sample[] = []): number =>
  samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length

/** The calls of each side, round by round; each goes first equally often. */
async function inTurns(
  { name }: Call,
  { rounds, warmUp }: Sizes,
  send: (side: Side) => Promise<Sample>,
): Promise<Sample[][]> {
  progress(`mcp: ${rounds} rounds of ${name}`)
  for (let round = 0; round < warmUp; round += 1) for (const side of SIDES) await send(side)
  const samples: Sample[][] = SIDES.map(() => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const offset of SIDES.keys()) {
      const index = (round + offset) % SIDES.length
      const side = SIDES[index]
      if (side !== undefined) samples[index]?.push(await send(side))
    }
  }
  return samples
}

async function leastStatements(
  count: { statements: number },
  send: (side: Side) => Promise<Sample>,
): Promise<number[]> {
  const least: number[] = []
  for (const side of SIDES) {
    const counts: number[] = []
    for (let time = 0; time < COUNTED_CALLS; time += 1) {
      const before = count.statements
      await send(side)
      counts.push(count.statements - before)
    }
    least.push(Math.min(...counts))
  }
  return least
}

/** Both revisions as their clients send them; a connection of 2025-11-25 is opened once, and not counted. */
function messageOf(side: Exclude<Side, 'HTTP'>, { tool }: Call): { headers: Record<string, string>; body: object } {
  const revision = side.slice('MCP '.length)
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': revision }
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call' }
  if (side === 'MCP 2025-11-25') return { headers, body: { ...message, params: tool } }
  const about = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return {
    headers: { ...headers, 'mcp-method': 'tools/call', 'mcp-name': tool.name },
    body: { ...message, params: { ...tool, _meta: about } },
  }
}

async function sendBy(
  side: Side,
  call: Call,
  { pool, service }: { readonly pool: Pool; readonly service: FigureService },
): Promise<Sample> {
  const { method, path, headers, body } =
    side === 'HTTP'
      ? { ...call.http, headers: {}, body: call.http.body }
      : { method: 'POST' as const, path: '/mcp', ...messageOf(side, call) }
  const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()]
  const answer = await pool.request({
    method,
    path,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: {
      ...headers,
      authorization: `Bearer ${service.keys.test}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
  })
  const text = await answer.body.text()
  const ms = performance.now() - startedAt
  const { user, system } = process.cpuUsage(cpuBefore)
  if (answer.statusCode !== 200 || !text.includes(call.says))
    throw new Error(`${side}: ${path} answered ${answer.statusCode}: ${text.slice(0, 500)}`)
  return { ms, cpuMs: (user + system) / 1_000, bytes: Buffer.byteLength(text) }
}
