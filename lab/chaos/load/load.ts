import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '../../../domain/runs/states.ts'
import { INBOUND_SECRETS, inboundFixture } from '../../../test/build/inbound.ts'
import type { ProviderMessage } from '../evidence.ts'
import { type Answer, askUntil, type Caller, type Client, type Question } from './client.ts'
import type { Customer } from './customers.ts'
import { addressOf, type MessageOperation, type Operation, requestOf, type RunOperation } from './operations.ts'

/** What customers and providers do, independently of all else. */
export interface Load {
  readonly messages: readonly ProviderMessage[]
  /** Operations that were skipped, because too many customers waited already. */
  skipped(): number
  /** No new operation begins; resolves once every one that has begun is over. */
  stop(): Promise<void>
}

interface Parts {
  readonly client: Client
  readonly customers: readonly Customer[]
  readonly urls: readonly string[]
}

/** Each has one connection at most. More at once would be an attack rather than load. */
const RUNNING_MAX = 120
const WAIT_SECONDS = 25
const POLL_SECONDS = 20
const TRIES_MAX = 25
const PAUSE_MS = 1_500

export function startLoad(parts: Parts, operations: readonly Operation[]): Load {
  const messages: ProviderMessage[] = []
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let skipped = 0
  const startedAt = Date.now()
  const begin = (operation: Operation): void => {
    if (running.size >= RUNNING_MAX) {
      skipped += 1
      return
    }
    const one = play(parts, operation, messages).finally(() => running.delete(one))
    running.add(one)
  }
  const playing = (async () => {
    for (const operation of operations) {
      const dueInMs = startedAt + operation.atMs - Date.now()
      if (dueInMs > 0) await sleep(dueInMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      begin(operation)
    }
  })()
  return {
    messages,
    skipped: () => skipped,
    async stop() {
      stopping.abort()
      await playing
      await Promise.all(running)
    },
  }
}

async function play(parts: Parts, operation: Operation, messages: ProviderMessage[]): Promise<void> {
  const customer = parts.customers[operation.workspace]
  if (customer === undefined) throw new Error('there is no such customer')
  if (operation.what === 'message') return void messages.push(await tellMessage(parts, customer, operation))
  if (operation.what === 'run') return playRun(parts.client, customer, operation)
  await parts.client.ask({
    caller: callerOf(customer, 'live'),
    what: 'wallet',
    kind: 'wallet',
    marker: '',
    key: null,
    method: 'GET',
    path: '/v1/wallet',
  })
}

const callerOf = ({ workspaceId, keys }: Customer, environment: Environment): Caller => ({
  workspaceId,
  environment,
  token: keys[environment],
})

/** The customer knows the run, or knows that there is none. */
const isCertain = ({ status, runId }: Answer): boolean =>
  runId !== null || (status >= 400 && status < 500 && status !== 429)

async function playRun(client: Client, customer: Customer, operation: RunOperation): Promise<void> {
  const { kind, marker, environment, manner } = operation
  const caller = callerOf(customer, environment)
  const create: Question = {
    caller,
    what: 'create',
    kind,
    marker,
    key: operation.keyed ? `key-${marker}` : null,
    method: 'POST',
    path: '/v1/run',
    body: { ...requestOf(operation), ...(manner === 'cancel' ? { async: true } : { wait_seconds: WAIT_SECONDS }) },
  }
  const about = { caller, kind, marker, key: null }
  if (kind === 'record') {
    // A run writes into a row that exists.
    const rows = { rows: [{ email: addressOf(marker) }] }
    await askUntil(
      client,
      { ...about, what: 'write', method: 'POST', path: '/v1/tables/leads/rows', body: rows },
      { satisfies: ({ status }) => status === 200, tries: TRIES_MAX, pauseMs: PAUSE_MS },
    )
  }
  if (manner === 'lose the answer') await client.ask({ ...create, hangUpMs: operation.hangUpMs })
  const created = await askUntil(client, create, {
    satisfies: isCertain,
    tries: operation.keyed ? TRIES_MAX : 1,
    pauseMs: PAUSE_MS,
  })
  if (created.runId === null) return
  if (manner === 'cancel') {
    await askUntil(
      client,
      { ...about, what: 'cancel', method: 'POST', path: `/v1/runs/${created.runId}/cancel` },
      {
        satisfies: ({ status }) => status !== 0 && status < 500,
        tries: TRIES_MAX,
        pauseMs: PAUSE_MS,
      },
    )
  }
  if (!created.done) {
    await askUntil(
      client,
      { ...about, what: 'read', method: 'GET', path: `/v1/runs/${created.runId}?wait=${POLL_SECONDS}` },
      { satisfies: ({ done }) => done, tries: TRIES_MAX, pauseMs: PAUSE_MS },
    )
  }
  if (manner === 'repeat') await askUntil(client, create, { satisfies: isCertain, tries: TRIES_MAX, pauseMs: PAUSE_MS })
}

/** A provider repeats a message until it gets a 200, and sometimes again. */
async function tellMessage(
  { urls }: Parts,
  { accountId }: Customer,
  { messageId, times }: MessageOperation,
): Promise<ProviderMessage> {
  const body = JSON.stringify({
    ...inboundFixture('unipile-linkedin-message'),
    account_id: accountId,
    chat_id: `chat-${messageId}`,
    message_id: messageId,
  })
  const statuses: number[] = []
  for (
    let attempt = 0;
    attempt < TRIES_MAX && statuses.filter((status) => status === 200).length < times;
    attempt += 1
  ) {
    if (attempt > 0) await sleep(PAUSE_MS)
    statuses.push(await tellOnce(urls[attempt % urls.length] ?? '', body))
  }
  return { id: messageId, statuses }
}

const TELL_MS_MAX = 20_000

function tellOnce(url: string, body: string): Promise<number> {
  return fetch(`${url}/v1/inbound/unipile`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', 'X-Webhook-Secret': INBOUND_SECRETS.unipile[0] ?? '' },
    signal: AbortSignal.timeout(TELL_MS_MAX),
  }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    () => 0,
  )
}
