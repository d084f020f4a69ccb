import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import type { StripeSettings } from '../../domain/settings/payments.ts'

type Fields = Readonly<Record<string, string>>

/** An object of Stripe as its events carry it, with the members that are read. */
export interface StripeObject {
  readonly id: string
  readonly [member: string]: unknown
}

/** What the next charge of a card meets. `lost`: it succeeds, and its answer never arrives. */
export type CardFate = 'succeeds' | 'declined' | 'lost' | 'declined and lost' | 'unavailable'

export interface StripeCall {
  readonly method: string
  readonly path: string
  readonly fields: Fields
  readonly idempotencyKey: string | null
  readonly version: string | null
}

/**
 * Stripe as far as it is used, over real sockets: objects, idempotency keys, and charges that meet their fate in
 * turn.
 */
export interface StripeSimulator {
  readonly settings: StripeSettings
  readonly calls: readonly StripeCall[]
  readonly intents: readonly StripeObject[]
  /** Of the charges to come, in turn; then every one succeeds. */
  fates(...fates: readonly CardFate[]): void
  /** Called once the next charge is made and before it is answered. */
  onCharge(called: () => void): void
  session(id: string): StripeObject
  reset(): void
  close(): Promise<void>
}

const SECRET = 'whsec_simulator00000000000000'

export async function startStripe(): Promise<StripeSimulator> {
  const state: State = {
    calls: new Array<StripeCall>(),
    intents: new Array<StripeObject>(),
    sessions: new Map<string, StripeObject>(),
    stored: new Map<string, Stored>(),
    fates: new Array<CardFate>(),
    onCharge: () => undefined,
  }
  const server = createServer((request, response) => {
    answer(state, request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    settings: {
      secretKey: 'sk_test_simulator',
      webhookSecrets: [SECRET],
      baseUrl: `http://127.0.0.1:${port}`,
      livemode: false,
    },
    calls: state.calls,
    intents: state.intents,
    fates: (...fates) => {
      state.fates.splice(0, state.fates.length, ...fates)
    },
    onCharge(called) {
      state.onCharge = () => {
        state.onCharge = () => undefined
        called()
      }
    },
    session(id) {
      const found = state.sessions.get(id)
      if (found === undefined) throw new Error(`there is no session ${id}`)
      return found
    },
    reset() {
      for (const list of [state.calls, state.intents, state.fates]) list.length = 0
      state.sessions.clear()
      state.stored.clear()
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

interface Stored {
  readonly request: string
  readonly status: number
  readonly body: string
}

interface State {
  readonly calls: StripeCall[]
  readonly intents: StripeObject[]
  readonly sessions: Map<string, StripeObject>
  readonly stored: Map<string, Stored>
  readonly fates: CardFate[]
  onCharge: () => void
}

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://stripe')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString()
  const fields = Object.fromEntries([...url.searchParams, ...new URLSearchParams(body)])
  const idempotencyKey = request.headers['idempotency-key']?.toString() ?? null
  const method = request.method ?? ''
  state.calls.push({
    method,
    path: url.pathname,
    fields,
    idempotencyKey,
    version: request.headers['stripe-version']?.toString() ?? null,
  })
  const send = (status: number, text: string): void => {
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${randomUUID()}` }).end(text)
  }
  const stored = idempotencyKey === null ? undefined : state.stored.get(idempotencyKey)
  if (stored !== undefined) {
    if (stored.request === body) send(stored.status, stored.body)
    else
      send(
        400,
        JSON.stringify({
          error: {
            type: 'idempotency_error',
            message: 'Keys for idempotent requests can only be used with the same parameters.',
          },
        }),
      )
    return
  }
  const made = make(state, { method, path: url.pathname, fields })
  const text = JSON.stringify(made.body)
  if (idempotencyKey !== null && made.status < 500)
    state.stored.set(idempotencyKey, { request: body, status: made.status, body: text })
  if (made.lost) request.socket.destroy()
  else send(made.status, text)
}

interface Made {
  readonly status: number
  readonly body: object
  readonly lost: boolean
}

function make(
  state: State,
  { method, path, fields }: { readonly method: string; readonly path: string; readonly fields: Fields },
): Made {
  const ok = (body: object): Made => ({ status: 200, body, lost: false })
  switch (`${method} ${path}`) {
    case 'POST /v1/customers':
      return ok({ id: `cus_${randomUUID()}`, object: 'customer', metadata: metadataOf(fields) })
    case 'POST /v1/checkout/sessions': {
      const id = `cs_test_${randomUUID()}`
      const session = {
        id,
        object: 'checkout.session',
        url: `https://checkout.stripe.example/${id}`,
        mode: fields['mode'],
        customer: fields['customer'],
        metadata: metadataOf(fields),
        payment_status: 'unpaid',
        currency: 'usd',
        amount_total: Number(fields['line_items[0][price_data][unit_amount]']),
        payment_intent: null,
      }
      state.sessions.set(id, session)
      return ok(session)
    }
    case 'POST /v1/billing_portal/sessions':
      return ok({
        id: `bps_${randomUUID()}`,
        object: 'billing_portal.session',
        url: `https://billing.stripe.example/${fields['customer']}`,
      })
    case 'GET /v1/payment_intents':
      return ok({
        object: 'list',
        url: path,
        has_more: false,
        data: state.intents.filter(({ customer }) => customer === fields['customer']),
      })
    case 'POST /v1/payment_intents':
      return charge(state, fields)
    default:
      return {
        status: 404,
        body: { error: { type: 'invalid_request_error', message: 'Unrecognized request URL' } },
        lost: false,
      }
  }
}

function charge(state: State, fields: Fields): Made {
  const { intents, fates } = state
  const fate = fates.shift() ?? 'succeeds'
  if (fate === 'unavailable')
    return { status: 503, body: { error: { type: 'api_error', message: 'Try again.' } }, lost: false }
  const declined = fate.startsWith('declined')
  const intent = {
    id: `pi_${randomUUID()}`,
    object: 'payment_intent',
    customer: fields['customer'],
    payment_method: fields['payment_method'],
    currency: fields['currency'],
    amount: Number(fields['amount']),
    amount_received: declined ? 0 : Number(fields['amount']),
    status: declined ? 'requires_payment_method' : 'succeeded',
    metadata: metadataOf(fields),
    last_payment_error: declined ? { code: 'card_declined', decline_code: 'insufficient_funds' } : null,
    setup_future_usage: null,
  }
  intents.push(intent)
  state.onCharge()
  const error = {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
    payment_intent: intent,
  }
  return { status: declined ? 402 : 200, body: declined ? { error } : intent, lost: fate.endsWith('lost') }
}

const metadataOf = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? []
      return key === undefined ? [] : [[key, value]]
    }),
  )

export interface EventMore {
  readonly id?: string
  readonly livemode?: boolean
  readonly account?: string
  readonly created?: number
  readonly secret?: string
  readonly signedAt?: number
}

/** An event about an object, as Stripe signs it. */
export function signedEvent(
  type: string,
  object: object,
  more: EventMore = {},
): { readonly id: string; readonly payload: string; readonly header: string } {
  const { secret = SECRET, signedAt, ...fields } = more
  const id = more.id ?? `evt_${randomUUID()}`
  const payload = JSON.stringify({
    object: 'event',
    type,
    livemode: false,
    created: Math.floor(Date.now() / 1_000),
    ...fields,
    id,
    data: { object },
  })
  return {
    id,
    payload,
    header: Stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      ...(signedAt === undefined ? {} : { timestamp: signedAt }),
    }),
  }
}

/** Sends the service an event; answers the status and what was done. */
export async function sendStripeEvent(
  url: string,
  type: string,
  object: object,
  more: EventMore = {},
): Promise<{ readonly status: number; readonly outcome: string | undefined; readonly id: string }> {
  const { id, payload, header } = signedEvent(type, object, more)
  const response = await fetch(`${url}/v1/inbound/stripe`, {
    method: 'POST',
    body: payload,
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': header },
  })
  const { outcome }: { outcome?: string } = JSON.parse(await response.text())
  return { status: response.status, outcome, id }
}
