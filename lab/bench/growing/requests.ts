import { type QueryPlan, explain } from './plans.ts'
import { print, table } from '../../../ops/report/markdown.ts'
import { withPostgresClient } from '../../../dev/local/postgres-client.ts'
import type { Bench } from '../measure.ts'
import { startRecordingApi } from './recording-api.ts'

/** A request whose latency is measured and whose statements are explained. */
export interface BenchRequest {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string | ((iteration: number) => string)
  /** A separate body for each request. */
  readonly body?: (iteration: number) => object
  readonly repetitions: number
  /** Another key than the section's. */
  readonly key?: string
}

const WARM_UP = 3

export async function sample(
  url: string,
  key: string,
  request: BenchRequest,
): Promise<{ ms: number[]; responseBytes: number }> {
  const ms: number[] = []
  let responseBytes = 0
  const warmUp = request.repetitions > WARM_UP ? WARM_UP : 0
  for (let iteration = -warmUp; iteration < request.repetitions; iteration += 1) {
    const startedAt = performance.now()
    responseBytes = await sendRequest(url, key, request, iteration)
    if (iteration >= 0) ms.push(performance.now() - startedAt)
  }
  return { ms, responseBytes }
}

async function sendRequest(
  url: string,
  key: string,
  { method, path, body, key: ownKey = key }: BenchRequest,
  iteration: number,
): Promise<number> {
  const at = typeof path === 'string' ? path : path(iteration)
  const response = await fetch(`${url}${at}`, {
    method,
    headers: { authorization: `Bearer ${ownKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body(iteration)) }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${method} ${at} answered ${response.status}: ${text.slice(0, 500)}`)
  return Buffer.byteLength(text)
}

export interface QueryPlansToPrint {
  readonly databaseUrl: string
  readonly encryptionKeys: string
  readonly key: string
  readonly requests: readonly BenchRequest[]
  /** Tables that nothing may read from end to end. */
  readonly large: readonly string[]
}

/**
 * Sends the requests once more through an api whose statements are recorded, and has PostgreSQL explain each of them;
 * false when one reads a large table from end to end.
 */
export async function printQueryPlans(
  { stops }: Bench,
  { databaseUrl, encryptionKeys, key, requests, large }: QueryPlansToPrint,
): Promise<boolean> {
  const recording = await startRecordingApi(databaseUrl, encryptionKeys)
  stops.push(() => recording.stop())
  const found: (QueryPlan & { readonly request: string })[] = []
  await withPostgresClient(databaseUrl, async (client) => {
    for (const [index, request] of requests.entries()) {
      recording.take()
      await sendRequest(recording.url, key, request, 1_000 + index)
      // The pages of an export repeat one statement.
      const sent = new Map(
        recording
          .take()
          .filter(({ statement: { text } }) => large.some((name) => text.includes(name)))
          .map((one) => [one.statement.name, one]),
      )
      for (const one of sent.values())
        for (const plan of await explain(client, one, large)) found.push({ ...plan, request: request.name })
    }
  })
  const rows = found.map(({ request: requested, statement, indexes, scanned }) => [
    requested,
    statement,
    scanned.length > 0 ? `**SEQUENTIAL SCAN of ${scanned.join(', ')}**` : indexes.join(' + '),
  ])
  print(
    '### Query plans of their statements, custom and generic',
    table(['request', 'statement', 'indexes'], [...new Map(rows.map((row) => [row.join('|'), row])).values()]),
  )
  return found.every(({ scanned }) => scanned.length === 0)
}
