import type { Json } from '../../domain/json/json.ts'
import { objectOf, objectsOf, textOf } from '../providers/wire.ts'

/** How a provider names what its webhooks have, and how one is made. */
export interface WebhookApi {
  readonly path: string
  readonly id: string
  readonly url: string
  readonly secret: string
  /** The member of a page that lists webhooks. */
  readonly list: string
  /** The query of the page after this one; null: it is the last one. */
  readonly next: (page: Json) => string | null
  /** The body that makes one; the same `name` makes no second one, where the provider takes names. */
  readonly body: (hook: { readonly url: string; readonly name: string }) => Json
}

const PAGE_MAX = 100

const agentmail: WebhookApi = {
  path: '/v0/webhooks',
  id: 'webhook_id',
  url: 'url',
  secret: 'secret',
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
  path: '/webhooks',
  id: 'id',
  url: 'endpoint',
  secret: 'signing_secret',
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

export const WEBHOOK_APIS: Readonly<Record<string, WebhookApi>> = { agentmail, resend }

/** A webhook as the provider shows it; a list may leave the secret out. */
export interface ShownWebhook {
  readonly id: string
  readonly secret: string | null
}

export function readWebhook(api: WebhookApi, body: Json): ShownWebhook | null {
  const shown = objectOf(body)
  const id = textOf(shown?.[api.id])
  return id === null ? null : { id, secret: textOf(shown?.[api.secret]) }
}

/** The webhook of a page that has the address. */
export function webhookInPage(api: WebhookApi, page: Json, url: string): ShownWebhook | null {
  const found = objectsOf(objectOf(page)?.[api.list], PAGE_MAX).find((one) => textOf(one[api.url]) === url)
  return found === undefined ? null : readWebhook(api, found)
}
