import { parentPort, workerData } from 'node:worker_threads'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { type AttackName, type AttackOrder, COUNTED_ANSWERS } from './attacks.ts'

/**
 * The requests of one caller while others are measured. They run in a separate thread, so that their work does not
 * delay the clock of the measurement. Every loop ends by count or by time.
 */
type Attack = (attacker: Attacker) => Promise<void>

interface Attacker {
  readonly order: AttackOrder
  /** True until the time is over. */
  going(): boolean
  send(request: Sent): Promise<void>
}

interface Sent {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly key?: string | null
  readonly type?: string
  readonly body?: string | Buffer
}

const JSON_TYPE = 'application/json'
const SLOW_SANDBOX_RUNS = 1_500
const HANGING_RUNS = 900
const HOSTILE_MEMBERS = 90_000
const ROWS = 500
const FIELDS = 100
const FIELD_CHARS = 130
const GREEDY_AT_ONCE = 60
const LONG_POLLS = 2_000
const IMPORT_BYTES = 1_000_000

/** `atOnce` senders, each of which sends again as soon as it has an answer, until the time is over. */
const loops = (attacker: Attacker, atOnce: number, request: (sender: number, time: number) => Sent): Promise<unknown> =>
  Promise.all(
    Array.from({ length: atOnce }, async (_, sender) => {
      for (let time = 0; attacker.going(); time += 1) await attacker.send(request(sender, time))
    }),
  )

/** `count` requests once, at most `atOnce` of them under way. */
async function burst(
  attacker: Attacker,
  count: number,
  atOnce: number,
  request: (index: number) => Sent,
): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count && attacker.going()) await attacker.send(request(next++))
    }),
  )
}

const runOf = (key: string, body: object): Sent => ({ path: '/v1/run', key, body: JSON.stringify(body) })

const rowsBody = (sender: number): string =>
  JSON.stringify({
    rows: Array.from({ length: ROWS }, (_, row) => ({
      email: `row${row}.${sender}@example.com`,
      ...Object.fromEntries(Array.from({ length: FIELDS }, (__, field) => [`field_${field}`, 'x'.repeat(FIELD_CHARS)])),
    })),
  })

function csvOf(sender: number): string {
  const lines = ['email,full_name,note']
  for (let bytes = 0, row = 0; bytes < IMPORT_BYTES; row += 1) {
    const line = `import${row}.${sender}@example.com,Ada Example ${row},${'n'.repeat(150)}`
    bytes += line.length + 1
    lines.push(line)
  }
  lines.pop()
  return lines.join('\n')
}

const ATTACKS: Record<AttackName, Attack> = {
  'slow sandbox runs': (attacker) =>
    burst(attacker, SLOW_SANDBOX_RUNS, 50, (index) =>
      runOf(attacker.order.testKey, {
        capability: 'contact.find',
        input: { full_name: `Ada +slow-20 N${index}`, domain: 'example.com' },
        async: true,
      }),
    ),
  'hanging provider': (attacker) =>
    burst(attacker, HANGING_RUNS, 50, (index) =>
      runOf(attacker.order.liveKey, {
        capability: 'contact.find',
        input: { full_name: `Ada Example N${index}`, domain: 'example.com' },
        routing: { provider: 'prospeo' },
        async: true,
      }),
    ),
  async 'hostile bodies'(attacker) {
    const body = `{"query":"x",${Array.from({ length: HOSTILE_MEMBERS }, (_, index) => `"k${index}":1`).join(',')}}`
    await loops(attacker, 4, () => ({ path: '/v1/discover', body }))
  },
  async 'row writes'(attacker) {
    const bodies = Array.from({ length: 6 }, (_, sender) => rowsBody(sender))
    await loops(attacker, 6, (sender) => ({
      path: `/v1/tables/heavy${sender}/rows`,
      key: attacker.order.testKey,
      body: bodies[sender] ?? '',
    }))
  },
  'greedy wallet': async (attacker) => {
    await loops(attacker, GREEDY_AT_ONCE, () =>
      runOf(attacker.order.liveKey, { capability: 'web.search', input: { query: 'greedy' } }),
    )
  },
  async 'long polls'(attacker) {
    await loops(attacker, LONG_POLLS, () => ({
      method: 'GET',
      path: '/v1/events?wait=30',
      key: attacker.order.testKey,
    }))
  },
  async 'CSV import'(attacker) {
    const texts = Array.from({ length: 2 }, (_, sender) => csvOf(sender))
    await loops(attacker, 2, (sender) => ({
      path: `/v1/tables/import${sender}/import`,
      key: attacker.order.testKey,
      type: 'text/csv',
      body: texts[sender] ?? '',
    }))
  },
}

/** A refused caller that retries at once makes the test busier, not harder. */
const REFUSED_REST_MS = 250
/** Requests that are not answered this long after the end are dropped. */
const LATE_MS = 1_000

async function attack(order: AttackOrder): Promise<void> {
  const pool = new Pool(order.url, {
    connections: LONG_POLLS + 100,
    pipelining: 1,
    headersTimeout: 120_000,
    bodyTimeout: 120_000,
  })
  const until = performance.now() + order.seconds * 1_000
  const answers: Record<string, number> = {}
  const count = (answer: string): void => {
    answers[answer] = (answers[answer] ?? 0) + 1
  }
  await ATTACKS[order.name]({
    order,
    going: () => performance.now() < until,
    async send({ method = 'POST', path, key = null, type = JSON_TYPE, body }) {
      try {
        const answer = await pool.request({
          method,
          path,
          signal: AbortSignal.timeout(Math.ceil(Math.max(0, until - performance.now())) + LATE_MS),
          headers: {
            ...(body === undefined ? {} : { 'content-type': type }),
            ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          },
          ...(body === undefined ? {} : { body }),
        })
        await answer.body.dump()
        count(String(answer.statusCode))
        if (answer.statusCode === 429 || answer.statusCode === 503) await sleep(REFUSED_REST_MS)
      } catch (error) {
        count(error instanceof Error ? error.name : 'no answer')
        await sleep(REFUSED_REST_MS)
      }
    },
  })
  await pool.destroy()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads of one process have no origins
  parentPort?.postMessage({ [COUNTED_ANSWERS]: answers })
}

await attack(workerData)
