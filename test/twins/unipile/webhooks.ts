import { randomUUID } from 'node:crypto'
import { isJsonObject, type Json, type JsonObject } from '../../../domain/json/json.ts'
import { member } from '../kit/recorded.ts'
import type { Declared, Handler, TwinReply } from '../kit/twin.ts'
import { type Hook, hooksOf } from '../kit/webhooks.ts'

const textOf = (value: Json): string => (typeof value === 'string' ? value : '')
const SECRET = 'X-Webhook-Secret'

const headersIn = (body: Json): readonly JsonObject[] => [member(body, 'headers')].flat().filter(isJsonObject)

/** Nothing keeps a customer from registering one address twice. */
export const makeWebhook: Handler = ({ account, body }) => {
  const headers = headersIn(body)
  const hook: Hook = {
    id: `wh_${randomUUID()}`,
    url: textOf(member(body, 'request_url')),
    secret: textOf(headers.find(({ key }) => key === SECRET)?.value ?? null),
    name: textOf(member(body, 'name')),
    source: textOf(member(body, 'source')),
    shown: { headers: [...headers] },
  }
  hooksOf(account).set(hook.id, hook)
  return { status: 201, json: { object: 'WebhookCreated', webhook_id: hook.id } }
}

export const listWebhooks: Handler = ({ account }) => ({
  json: {
    object: 'WebhookList',
    cursor: null,
    items: [...hooksOf(account).values()].map(({ id, url, name, source, shown }) => ({
      ...shown,
      object: 'Webhook',
      id,
      request_url: url,
      name,
      source,
      enabled: true,
      format: 'json',
    })),
  },
})

export const deleteWebhook =
  (missing: TwinReply): Handler =>
  ({ account, path }) =>
    hooksOf(account).delete(path['id'] ?? '') ? { json: { object: 'WebhookDeleted' } } : missing

/** What the provider's reference states of a new webhook. */
export const NEW_WEBHOOK: Declared = {
  body: {
    type: 'object',
    encoding: 'json',
    needed: true,
    required: ['request_url', 'source'],
    properties: {
      request_url: { type: 'string' },
      source: {
        type: 'string',
        enum: ['messaging', 'users', 'account_status', 'email', 'email_tracking', 'calendar_event'],
      },
      name: { type: 'string' },
      format: { type: 'string', enum: ['json', 'form'] },
      events: { type: 'array', items: 'string' },
      headers: { type: 'array', items: 'object' },
      account_ids: { type: 'array', items: 'string' },
      enabled: { type: 'boolean' },
    },
  },
}
