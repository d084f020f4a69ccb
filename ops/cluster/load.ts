import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** A customer of the load, who signed up over HTTP. */
export interface LoadCustomer {
  readonly name: string
  readonly workspaceId: string
  readonly key: string
  /** Sends the next request at once; a quiet one pauses. */
  readonly greedy: boolean
}

/** An operation that a customer has got an answer to. */
export interface Answered {
  readonly greedy: boolean
  readonly at: number
  /** From the first attempt to the answer, with every repetition. */
  readonly ms: number
  /** The run's status, or the error's code. */
  readonly outcome: string
  readonly runId: string | null
  readonly attempts: number
}

const QUIET = 7
/** Requests that the greedy customer has under way. */
const GREEDY_AT_ONCE = 24
const QUIET_PAUSE_MS = 1_500
const ANSWER_MS_MAX = 60_000
const AGAIN_MS = 500
const GREEDY_TOPUPS = 9

type Members = Readonly<Record<string, unknown>>
interface HttpReply {
  readonly status: number
  readonly body: Members
}

async function post(url: string, token: string | null, body: object): Promise<HttpReply> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token === null ? {} : { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  })
  const answer: unknown = JSON.parse((await response.text()) || '{}')
  return { status: response.status, body: Object(answer) as Members }
}

async function made(url: string, token: string | null, body: object): Promise<Members> {
  const answer = await post(url, token, body)
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** The greedy one needs more than the credit of a sandbox. */
async function topUp(baseUrl: string, key: string): Promise<void> {
  for (let paid = 0; paid < GREEDY_TOPUPS; paid += 1) {
    const { checkout_url: page } = await made(`${baseUrl}/v1/wallet/topups/checkout`, key, { amount: '1000.00' })
    await fetch(`${String(page)}/pay?card=works`, { method: 'POST', redirect: 'manual' })
  }
}

/** One greedy customer and some quiet ones, in the sandbox. */
export async function signUpCustomers(baseUrl: string): Promise<LoadCustomer[]> {
  const customers: LoadCustomer[] = []
  for (let index = 0; index <= QUIET; index += 1) {
    const name = index === 0 ? 'greedy' : `quiet-${index}`
    const account = { email: `${name}-${randomUUID()}@example.com`, password: randomUUID(), workspace: name }
    const signed = await made(`${baseUrl}/v1/auth/signup`, null, account)
    const session = String(signed['session_token'])
    const key = String((await made(`${baseUrl}/v1/api-keys`, session, { name, environment: 'test' }))['api_key'])
    if (index === 0) await topUp(baseUrl, key)
    const workspaceId = String((Object(signed['workspace']) as Members)['id'])
    customers.push({ name, workspaceId, key, greedy: index === 0 })
  }
  return customers
}

/** What customers do, in turns: most of it are lookups. */
const REQUESTS: readonly ((marker: string) => object)[] = [
  (marker) => ({ capability: 'contact.find', input: { full_name: `Ada ${marker}`, domain: 'example.com' } }),
  (marker) => ({ capability: 'web.search', input: { query: `engines ${marker}` } }),
  (marker) => ({ capability: 'contact.find', input: { full_name: `Ada ${marker} +no-match`, domain: 'example.com' } }),
  (marker) => ({ capability: 'contact.find', input: { full_name: `Ada ${marker} +fallback`, domain: 'example.com' } }),
  (marker) => ({
    provider: 'hunter',
    endpoint: '/email-finder',
    input: {},
    query: { full_name: marker, domain: 'a.com' },
  }),
  (marker) => ({ capability: 'email.send', input: { to: `${marker}@example.com`, subject: 'Hello', text: 'Hello' } }),
  (marker) => ({ capability: 'contact.find', input: { full_name: `Ada ${marker} +slow-1`, domain: 'example.com' } }),
]

export interface SoakLoad {
  readonly answered: readonly Answered[]
  stop(): Promise<void>
}

/** Sends until it is stopped. A request without an answer is repeated under its key, as a client does. */
export function startLoad(urls: readonly string[], customers: readonly LoadCustomer[], signal: AbortSignal): SoakLoad {
  const answered: Answered[] = []
  let stopped = false
  let turn = 0
  const isStopped = (): boolean => stopped || signal.aborted
  async function customer(one: LoadCustomer): Promise<void> {
    while (!isStopped()) {
      turn += 1
      answered.push(await operation(urls, one, { turn, signal }))
      if (!one.greedy) await sleep(QUIET_PAUSE_MS * (0.5 + Math.random()))
    }
  }
  const working = customers.flatMap((one) =>
    Array.from({ length: one.greedy ? GREEDY_AT_ONCE : 1 }, () => customer(one)),
  )
  return {
    answered,
    async stop() {
      stopped = true
      await Promise.all(working)
    },
  }
}

async function operation(
  urls: readonly string[],
  { key, greedy }: LoadCustomer,
  { turn, signal }: { readonly turn: number; readonly signal: AbortSignal },
): Promise<Answered> {
  const marker = randomUUID()
  const request = { ...REQUESTS[turn % REQUESTS.length]?.(marker), idempotency_key: marker }
  const began = performance.now()
  for (let attempts = 1; ; attempts += 1) {
    const answer = await post(`${urls[(turn + attempts) % urls.length] ?? ''}/v1/run`, key, request).catch(() => null)
    const outcome = answer === null ? null : outcomeOf(answer)
    if (outcome !== null)
      return {
        greedy,
        at: Date.now(),
        ms: performance.now() - began,
        outcome,
        runId: answer === null || answer.body['run_id'] === undefined ? null : String(answer.body['run_id']),
        attempts,
      }
    await sleep(AGAIN_MS, undefined, { signal })
  }
}

/** null: it has to be repeated. */
function outcomeOf({ status, body }: HttpReply): string | null {
  if (body['run_id'] !== undefined) return String(body['status'])
  const code = String((Object(body['error']) as Members)['code'])
  return status === 429 || status >= 500 ? null : code
}
