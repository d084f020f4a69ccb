import type { Json, JsonObject } from '../../domain/json/json.ts'
import { objectOf, objectsOf, textOf } from '../providers/wire.ts'

/** A webhook that is to be made. */
export interface NewWebhook {
  readonly url: string
  readonly name: string
  /** One of the API's `kinds`. */
  readonly kind: string
  /** Only where the service chooses it. */
  readonly secret: string
}

/** How a provider names what its webhooks have, and how one is made. */
export interface WebhookApi {
  readonly path: string
  readonly headers: (apiKey: string) => Readonly<Record<string, string>>
  readonly id: string
  readonly url: string
  readonly secret: (shown: JsonObject) => string | null
  /** The kinds of reports, each of which needs a webhook of an account; one where a webhook reports everything. */
  readonly kinds: readonly string[]
  readonly kind: (shown: JsonObject) => string
  /** Whether the service chooses the secret, which comes with every report; otherwise the provider signs by its own. */
  readonly choosesSecret: boolean
  /** The member of a page that lists webhooks. */
  readonly list: string
  /** The query of the page after this one; null: it is the last one. */
  readonly next: (page: Json) => string | null
  /** The body that makes one; the same `name` makes no second one, where the provider takes names. */
  readonly body: (hook: NewWebhook) => Json
}

const PAGE_MAX = 100
const ALL = 'all'

const bearer = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` })
const everything = { kinds: [ALL], kind: () => ALL, choosesSecret: false } as const

const agentmail: WebhookApi = {
  ...everything,
  path: '/v0/webhooks',
  headers: bearer,
  id: 'webhook_id',
  url: 'url',
  secret: ({ secret }) => textOf(secret),
  list: 'webhooks',
  next(page) {
    const token = textOf(objectOf(page)?.next_page_token)
    return token === null ? null : `page_token=${encodeURIComponent(token)}`
  },
  body: ({ url, name }) => ({
    url,
    client_id: name,
    event_types: ['message.received', 'message.delivered', 'message.bounced', 'message.complained', 'message.rejected'],
  }),
}

const resend: WebhookApi = {
  ...everything,
  path: '/webhooks',
  headers: bearer,
  id: 'id',
  url: 'endpoint',
  secret: ({ signing_secret: secret }) => textOf(secret),
  list: 'data',
  next(page) {
    const last = textOf(objectsOf(objectOf(page)?.data, PAGE_MAX).at(-1)?.id)
    return objectOf(page)?.has_more === true && last !== null ? `after=${encodeURIComponent(last)}` : null
  },
  body: ({ url }) => ({
    endpoint: url,
    events: ['email.delivered', 'email.bounced', 'email.complained', 'email.failed', 'email.suppressed'],
  }),
}

const SECRET_HEADER = 'X-Webhook-Secret'

/** The events by the source of a webhook; null: all of the source. */
const UNIPILE_EVENTS: Readonly<Record<string, readonly string[] | null>> = {
  messaging: ['message_received'],
  email: ['mail_received'],
  users: ['new_relation'],
  account_status: null,
}

/** A webhook has one source, by which it is named here, and concerns every account of the customer. */
const unipile: WebhookApi = {
  path: '/webhooks',
  headers: (apiKey) => ({ 'x-api-key': apiKey }),
  id: 'id',
  url: 'request_url',
  secret: ({ headers }) => textOf(objectsOf(headers, PAGE_MAX).find(({ key }) => key === SECRET_HEADER)?.value),
  kinds: Object.keys(UNIPILE_EVENTS),
  kind: ({ name }) => textOf(name) ?? '',
  choosesSecret: true,
  list: 'items',
  next(page) {
    const cursor = textOf(objectOf(page)?.cursor)
    return cursor === null ? null : `cursor=${encodeURIComponent(cursor)}`
  },
  body({ url, kind, secret }) {
    const events = UNIPILE_EVENTS[kind] ?? null
    return {
      request_url: url,
      source: kind,
      name: kind,
      format: 'json',
      ...(events === null ? {} : { events: [...events] }),
      headers: [
        { key: 'Content-Type', value: 'application/json' },
        { key: SECRET_HEADER, value: secret },
      ],
    }
  },
}

export const WEBHOOK_APIS: Readonly<Record<string, WebhookApi>> = { agentmail, resend, unipile }

/** A webhook as the provider shows it; a list may leave the secret out. */
export interface ShownWebhook {
  readonly id: string
  readonly kind: string
  readonly secret: string | null
}

/** Unipile names the id of a new webhook otherwise than that of a listed one. */
export function readWebhook(api: WebhookApi, body: Json): ShownWebhook | null {
  const shown = objectOf(body)
  const id = textOf(shown?.[api.id]) ?? textOf(shown?.webhook_id)
  return shown === null || id === null ? null : { id, kind: api.kind(shown), secret: api.secret(shown) }
}

/** The webhooks of a page that have the URL. */
export const webhooksInPage = (api: WebhookApi, page: Json, url: string): ShownWebhook[] =>
  objectsOf(objectOf(page)?.[api.list], PAGE_MAX)
    .filter((one) => textOf(one[api.url]) === url)
    .flatMap((one) => readWebhook(api, one) ?? [])
