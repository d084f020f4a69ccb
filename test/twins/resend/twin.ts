import { randomUUID } from 'node:crypto'
import { registrableOf } from '../../../domain/identity/host.ts'
import { isJsonObject, type Json, type JsonObject, objectOf } from '../../../domain/json/json.ts'
import { DNS_TYPES } from '../../../domain/senders/mail-authentication.ts'
import { fixture } from '../../fixtures/load.ts'
import type { DnsTwin } from '../kit/dns.ts'
import { member } from '../kit/recorded.ts'
import { type Hook, hooksOf, makeHook } from '../kit/webhooks.ts'
import { perAccount, type Happening, type Handler, type Twin, type TwinCall, type TwinReply } from '../kit/twin.ts'

const refusal = (statusCode: number, name: string, message: string): TwinReply => ({
  status: statusCode,
  json: { statusCode, name, message },
})

interface Outbox {
  readonly domains: Map<string, JsonObject>
  readonly emails: Map<string, JsonObject>
  readonly sent: Map<string, { readonly request: string; readonly id: string }>
}

const outboxOf = perAccount((): Outbox => ({ domains: new Map(), emails: new Map(), sent: new Map() }))

const NOT_FOUND = refusal(404, 'not_found', 'Domain not found')
const domainOf = (address: string): string => address.replace(/^.*@/, '').replace(/>.*$/, '').toLowerCase()
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** Names are written without the registered domain: `send.mail` of mail.example.com. */
const underRegistered = (name: string, domain: string): string =>
  [name, domain.slice(0, -registeredOf(domain).length - 1)].filter((part) => part !== '').join('.')

const registeredOf = (domain: string): string => registrableOf(domain) ?? domain

const records = (name: string, returnPath: string): JsonObject[] => [
  {
    record: 'SPF',
    name: underRegistered(returnPath, name),
    type: 'MX',
    ttl: 'Auto',
    status: 'not_started',
    value: 'feedback-smtp.mail.example',
    priority: 10,
  },
  {
    record: 'SPF',
    name: underRegistered(returnPath, name),
    type: 'TXT',
    ttl: 'Auto',
    status: 'not_started',
    value: 'v=spf1 include:mail.example ~all',
  },
  {
    record: 'DKIM',
    name: underRegistered('resend._domainkey', name),
    type: 'TXT',
    ttl: 'Auto',
    status: 'not_started',
    value: `p=${Buffer.from(name).toString('base64')}`,
  },
]

const makeDomain: Handler = ({ account, accounts, body }) => {
  const { domains } = outboxOf(account)
  const name = textOf(member(body, 'name')).toLowerCase()
  if (!/^(?:[a-z0-9-]+\.)+[a-z]{2,}$/.test(name)) return refusal(422, 'validation_error', 'The domain is not valid.')
  if (accounts.some((one) => [...outboxOf(one).domains.values()].some((domain) => domain.name === name)))
    return refusal(403, 'validation_error', `The ${name} domain has been registered already.`)
  const domain: JsonObject = {
    object: 'domain',
    id: randomUUID(),
    name,
    status: 'not_started',
    created_at: new Date().toISOString(),
    region: 'us-east-1',
    records: records(name, textOf(member(body, 'custom_return_path')) || 'send'),
  }
  domains.set(String(domain.id), domain)
  return { status: 201, json: domain }
}

const ofDomain =
  (act: (domain: JsonObject, call: TwinCall) => TwinReply): Handler =>
  (call) => {
    const domain = outboxOf(call.account).domains.get(call.path['domain_id'] ?? '')
    return domain === undefined ? NOT_FOUND : act(domain, call)
  }

/** The records are found where the domain's owner has published them: see the happening `dns_published`. */
const verify = ofDomain((domain) => {
  const status = domain.published === true ? 'verified' : 'pending'
  domain.status = status
  for (const record of Array.isArray(domain.records) ? domain.records : [])
    if (isJsonObject(record)) record.status = status
  return { json: { object: 'domain', id: domain.id } }
})

const shown = (domain: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(domain).filter(([name]) => name !== 'published'))

/** A key is answered with its first send; another request under it is refused. */
const send: Handler = ({ account, body, headers }) => {
  const { domains, emails, sent } = outboxOf(account)
  const from = textOf(member(body, 'from'))
  const domain = [...domains.values()].find(({ name }) => name === domainOf(from))
  if (domain?.status !== 'verified')
    return refusal(403, 'validation_error', `The ${domainOf(from)} domain is not verified.`)
  if (member(body, 'text') === null && member(body, 'html') === null)
    return refusal(422, 'missing_required_field', 'Missing `html` or `text` field.')
  const key = headers['idempotency-key']?.toString()
  const request = JSON.stringify(body)
  const before = key === undefined ? undefined : sent.get(key)
  if (before !== undefined)
    return before.request === request
      ? { json: { id: before.id } }
      : refusal(409, 'invalid_idempotent_request', 'This idempotency key was used for another request.')
  const id = randomUUID()
  const email = objectOf(body)
  emails.set(id, { object: 'email', id, created_at: new Date().toISOString(), last_event: 'sent', ...email })
  if (key !== undefined) sent.set(key, { request, id })
  return { json: { id } }
}

/** What became of a sent mail: `{email_id}`, or `{to}` for the last one to a recipient. */
const reported =
  (type: string, more: (what: JsonObject) => JsonObject = () => ({})): Happening =>
  async (what, { accounts, report }) => {
    const [owner, email] =
      accounts
        .flatMap((account) => [...outboxOf(account).emails.values()].map((one) => [account, one] as const))
        .findLast(([, one]) => one.id === what.email_id || [one.to].flat().includes(what.to)) ?? []
    if (email === undefined) return { status: 404, json: { error: 'There is no such email.' } }
    email.last_event = type.replace('email.', '')
    const { id, from, to, subject, created_at } = email
    await report(
      {
        type,
        created_at: new Date().toISOString(),
        data: {
          email_id: id ?? null,
          created_at: created_at ?? null,
          from: from ?? null,
          to: [to ?? []].flat(),
          subject: subject ?? null,
          tags: tagsOf(email.tags ?? null),
          ...more(what),
        },
      },
      owner,
    )
    return { json: { email_id: id } }
  }

/** With the mail server's answer, as the provider's document requires it and shows its example. */
const bounced = ({ type, sub_type, diagnostic }: JsonObject): JsonObject => ({
  bounce: {
    type: textOf(type ?? 'Permanent'),
    subType: textOf(sub_type ?? 'General'),
    message: 'The mail server of the recipient refused the message permanently.',
    diagnosticCode: [textOf(diagnostic ?? 'smtp; 550 5.1.1 user unknown')],
  },
})

/** A list of pairs comes back as an object. */
const tagsOf = (tags: Json): JsonObject =>
  Object.fromEntries(
    (Array.isArray(tags) ? tags : []).map((tag): [string, Json] => [textOf(member(tag, 'name')), member(tag, 'value')]),
  )

/** The owner of a domain has published its records: `{domain}`. */
const dnsPublished: Happening = async ({ domain: name }, { accounts, publish }) => {
  const domains = accounts.flatMap((account) => [...outboxOf(account).domains.values()])
  const published = domains.filter((domain) => domain.name === name)
  if (published.length === 0) return { status: 404, json: { error: '"domain" names no domain that was added.' } }
  for (const domain of published) {
    domain.published = true
    for (const record of Array.isArray(domain.records) ? domain.records : [])
      publishRecord(publish, textOf(name), record)
  }
  return { json: { published: published.length } }
}

function publishRecord(publish: DnsTwin['publish'], domain: string, record: Json): void {
  const type = DNS_TYPES.find((one) => one === member(record, 'type'))
  if (type === undefined) return
  publish(type, `${textOf(member(record, 'name'))}.${registeredOf(domain)}`, [textOf(member(record, 'value'))])
}

const NO_HOOK = refusal(404, 'not_found', 'Webhook not found')
const shownHook = ({ id, url, shown: more }: Hook): JsonObject => ({
  ...more,
  object: 'webhook',
  id,
  endpoint: url,
  status: 'enabled',
})

export const resend: Twin = {
  slug: 'resend',
  reportsAs: 'resend',
  refusals: {
    unauthorized: fixture('resend/key-refused'),
    notFound: refusal(404, 'not_found', 'The requested endpoint does not exist.'),
    invalid: (fault) => refusal(422, 'validation_error', fault),
    outOfCredit: fixture('resend/quota-used-up'),
    rateLimited: fixture('resend/rate-limited'),
  },
  routes: {
    'POST /webhooks': makeHook({
      url: 'endpoint',
      name: null,
      made: ({ id, secret }) => ({ status: 201, json: { object: 'webhook', id, signing_secret: secret } }),
    }),
    // The list shows no secrets.
    'GET /webhooks': ({ account }) => ({
      json: { object: 'list', has_more: false, data: [...hooksOf(account).values()].map(shownHook) },
    }),
    'GET /webhooks/{webhook_id}': ({ account, path }) => {
      const hook = hooksOf(account).get(path['webhook_id'] ?? '')
      return hook === undefined ? NO_HOOK : { json: { ...shownHook(hook), signing_secret: hook.secret } }
    },
    'DELETE /webhooks/{webhook_id}': ({ account, path: { webhook_id: id = '' } }) =>
      hooksOf(account).delete(id) ? { json: { object: 'webhook', id, deleted: true } } : NO_HOOK,
    'GET /domains': ({ account }) => ({
      json: { object: 'list', has_more: false, data: [...outboxOf(account).domains.values()].map(shown) },
    }),
    'POST /domains': makeDomain,
    'GET /domains/{domain_id}': ofDomain((domain) => ({ json: shown(domain) })),
    'DELETE /domains/{domain_id}': ofDomain(({ id = null }, { account }) => {
      outboxOf(account).domains.delete(String(id))
      return { json: { object: 'domain', id, deleted: true } }
    }),
    'POST /domains/{domain_id}/verify': verify,
    'POST /emails': send,
    'GET /emails/{email_id}': ({ account, path }) => {
      const email = outboxOf(account).emails.get(path['email_id'] ?? '')
      return email === undefined ? refusal(404, 'not_found', 'Email not found') : { json: email }
    },
  },
  happenings: {
    dns_published: dnsPublished,
    delivered: reported('email.delivered'),
    bounced: reported('email.bounced', bounced),
    complained: reported('email.complained'),
    failed: reported('email.failed', () => ({ failed: { reason: 'reached_daily_quota' } })),
    suppressed: reported('email.suppressed', () => ({
      suppressed: { type: 'OnAccountSuppressionList', reason: 'previous_bounce', message: 'The address is listed.' },
    })),
  },
}
