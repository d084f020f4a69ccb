import { type PlanUse, plansOf } from './plans.ts'
import { print, table } from '../local/report.ts'
import { withClient } from '../local/client.ts'
import type { Stop } from '../local/service.ts'
import { startWatchedApi } from './watched-api.ts'

/** A request whose times are measured and whose statements are explained. */
export interface BenchRequest {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string | ((time: number) => string)
  /** A separate body for each request. */
  readonly body?: (time: number) => object
  readonly times: number
}

const WARM_UP = 3

export async function sample(
  url: string,
  key: string,
  request: BenchRequest,
): Promise<{ ms: number[]; bytes: number }> {
  const ms: number[] = []
  let bytes = 0
  const warmUp = request.times > WARM_UP ? WARM_UP : 0
  for (let time = -warmUp; time < request.times; time += 1) {
    const startedAt = performance.now()
    bytes = await ask(url, key, request, time)
    if (time >= 0) ms.push(performance.now() - startedAt)
  }
  return { ms, bytes }
}

async function ask(url: string, key: string, { method, path, body }: BenchRequest, time: number): Promise<number> {
  const at = typeof path === 'string' ? path : path(time)
  const response = await fetch(`${url}${at}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body(time)) }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${method} ${at} answered ${response.status}: ${text.slice(0, 500)}`)
  return text.length
}

export interface PlansToPrint {
  readonly databaseUrl: string
  readonly key: string
  readonly requested: readonly BenchRequest[]
  /** Tables that nothing may read from end to end. */
  readonly large: readonly string[]
  readonly stops: Stop[]
}

/**
 * Sends the requests once more through an api whose statements are recorded, and has PostgreSQL explain each of them;
 * false when one reads a large table from end to end.
 */
export async function printPlans({
  databaseUrl,
  key,
  requested: requests,
  large,
  stops,
}: PlansToPrint): Promise<boolean> {
  const watched = await startWatchedApi(databaseUrl)
  stops.push(() => watched.stop())
  const found: (PlanUse & { readonly request: string })[] = []
  await withClient(databaseUrl, async (client) => {
    for (const [index, request] of requests.entries()) {
      watched.take()
      await ask(watched.url, key, request, 1_000 + index)
      // The pages of an export repeat one statement.
      const sent = new Map(
        watched
          .take()
          .filter(({ statement: { text } }) => large.some((name) => text.includes(name)))
          .map((one) => [one.statement.name, one]),
      )
      for (const one of sent.values())
        for (const plan of await plansOf(client, one, large)) found.push({ ...plan, request: request.name })
    }
  })
  const rows = found.map(({ request: requested, statement, indexes, scanned }) => [
    requested,
    statement,
    scanned.length > 0 ? `**SEQUENTIAL SCAN of ${scanned.join(', ')}**` : indexes.join(' + '),
  ])
  print(
    '### How their statements read, planned for their values and for any',
    table(['request', 'statement', 'indexes'], [...new Map(rows.map((row) => [row.join('|'), row])).values()]),
  )
  await watched.stop()
  return found.every(({ scanned }) => scanned.length === 0)
}
