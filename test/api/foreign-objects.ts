import { randomUUID } from 'node:crypto'
import { operationOf } from '../../domain/senders/networks.ts'
import { NETWORKS, type MessagingNetwork } from '../../domain/senders/sender.ts'
import { newId } from '../../db/ids.ts'
import type { IdPrefix } from '../../domain/ids/ids.ts'
import type { Route } from '../../api/route/route.ts'
import { buildSession, BUILT_PASSWORD } from '../build/session.ts'
import { connectAccount } from '../build/connected-account.ts'
import { buildConnectedApp } from '../build/connected-app.ts'
import { at, httpClient, type HttpRequest } from '../support/http.ts'
import type { SharedService } from '../support/service.ts'
import { until } from '../support/until.ts'
import type { Owner } from '../db/build.ts'

/** An owner of objects, with the token of a session. */
export interface Possessor extends Owner {
  readonly token: string
}

/** By the names of the path's parameters; more where a request names objects elsewhere. */
export type Ids = Readonly<Record<string, string>>

/** An object of a workspace, which a path names. */
export interface ForeignObject {
  /** Makes an object of this owner's. */
  make(service: SharedService, owner: Possessor): Promise<Ids>
  /** Ids of the same shape that never existed. */
  never(): Ids
  /** Objects of the workspace, which both environments share. */
  readonly shared?: true
}

const asOwner = (service: SharedService, { token, environment }: Possessor) => {
  const client = httpClient(service.url, token)
  return (path: string, body: object | undefined) => client.post(path, body, { 'Service-Environment': environment })
}

/** Deliveries there end at once. */
const CLOSED_PORT = 'http://127.0.0.1:9/hooks'

const neverId = (name: string, prefix: IdPrefix) => (): Ids => ({ [name]: newId(prefix) })

const runs: ForeignObject = {
  async make(service, owner) {
    const accepted = await asOwner(service, owner)('/v1/run', {
      capability: 'contact.find',
      input: { full_name: 'Robin Sample', domain: 'example.com' },
      async: true,
    })
    return { run_id: String(accepted.at('run_id')) }
  },
  never: neverId('run_id', 'run'),
}

const tables: ForeignObject = {
  async make(service, owner) {
    const name = randomUUID()
    await asOwner(service, owner)(`/v1/tables/${name}/rows`, { rows: [{ email: 'robin.sample@example.com' }] })
    return { name, key: 'robin.sample@example.com' }
  },
  never: () => ({ name: randomUUID(), key: 'robin.sample@example.com' }),
}

/** A workspace has five endpoints at most, so the one of an earlier route goes. */
const webhook = async (service: SharedService, owner: Possessor): Promise<string> => {
  const call = httpClient(service.url, owner.token)
  const headers = { 'Service-Environment': owner.environment }
  const earlier = (await call.get('/v1/webhooks', headers)).at('items', '0', 'id')
  if (earlier !== undefined) await call.request(`/v1/webhooks/${String(earlier)}`, { method: 'DELETE', headers })
  return String((await asOwner(service, owner)('/v1/webhooks', { url: CLOSED_PORT })).at('id'))
}

const webhooks: ForeignObject = {
  make: async (service, owner) => ({ webhook_id: await webhook(service, owner) }),
  never: neverId('webhook_id', 'wh'),
}

const deliveries: ForeignObject = {
  async make(service, owner) {
    const id = await webhook(service, owner)
    const tested = await asOwner(service, owner)(`/v1/webhooks/${id}/test`, undefined)
    return { webhook_id: id, delivery_id: String(tested.at('delivery_id')) }
  },
  never: () => ({ webhook_id: newId('wh'), delivery_id: newId('whd') }),
}

const apiKeys: ForeignObject = {
  make: async (service, owner) => ({
    key_id: String(
      (await asOwner(service, owner)('/v1/api-keys', { name: 'a key of theirs', environment: owner.environment })).at(
        'id',
      ),
    ),
  }),
  never: neverId('key_id', 'key'),
  shared: true,
}

/** Another session of the person who calls. */
const sessions: ForeignObject = {
  async make({ url }, { token }) {
    const person = httpClient(url, token)
    const email = (await person.get('/v1/auth/me')).at('user', 'email')
    await httpClient(url).post('/v1/auth/signin', { email, password: BUILT_PASSWORD })
    return { session_id: String((await person.get('/v1/auth/sessions')).at('items', '0', 'id')) }
  },
  never: neverId('session_id', 'sess'),
  shared: true,
}

/** A job that waits for an approval before its first row. */
const jobs: ForeignObject = {
  make: async (service, owner) => ({
    job_id: String(
      (
        await asOwner(service, owner)('/v1/jobs', {
          capability: 'contact.verify',
          rows: { items: [{ email: 'ada@example.com' }] },
          input: { email: '{{email}}' },
          ceiling: '1.00',
          pilot: 0,
          approve: 'manual',
        })
      ).at('job_id'),
    ),
  }),
  never: neverId('job_id', 'job'),
}

const uploads: ForeignObject = {
  async make(service, { token, environment }) {
    const stored = await httpClient(service.url, token).request('/v1/jobs/uploads', {
      method: 'POST',
      text: 'email\nrobin.sample@example.com\n',
      headers: { 'Content-Type': 'text/csv', 'Service-Environment': environment },
    })
    return { upload_id: String(stored.at('upload_id')) }
  },
  never: neverId('upload_id', 'upl'),
}

/** A person who was invited to the workspace; members are of both environments. */
const invitations: ForeignObject = {
  async make({ url }, { token }) {
    const invited = await httpClient(url, token).post('/v1/members', {
      email: `${randomUUID()}@example.com`,
      role: 'viewer',
    })
    return { invitation_id: String(invited.at('id')) }
  },
  never: neverId('invitation_id', 'mail'),
  shared: true,
}

const members: ForeignObject = {
  make: async ({ db }, { workspaceId }) => ({ user_id: (await buildSession(db, workspaceId, 'viewer')).userId }),
  never: neverId('user_id', 'usr'),
  shared: true,
}

const connections: ForeignObject = {
  async make(service, owner) {
    // Its key is stored without a call.
    await asOwner(service, owner)('/v1/connections/peopledatalabs', { api_key: 'a key of theirs' })
    return { provider: 'peopledatalabs' }
  },
  // Not connected yet.
  never: () => ({ provider: 'apollo' }),
  shared: true,
}

const topup = async (service: SharedService, owner: Possessor): Promise<string> =>
  String((await asOwner(service, owner)('/v1/wallet/topups/checkout', { amount: '10.00' })).at('topup_id'))

const topups: ForeignObject = {
  make: async (service, owner) => ({ topup_id: await topup(service, owner) }),
  never: neverId('topup_id', 'topup'),
}

const invoices: ForeignObject = {
  async make(service, owner) {
    await httpClient(service.url).post(`/checkout/${await topup(service, owner)}/pay`)
    const listed = await httpClient(service.url, owner.token).get('/v1/wallet/invoices', {
      'Service-Environment': owner.environment,
    })
    return { invoice_id: String(listed.at('items', '0', 'id')) }
  },
  never: neverId('invoice_id', 'inv'),
}

const watch = async (service: SharedService, owner: Possessor): Promise<string> =>
  String(
    (
      await asOwner(service, owner)('/v1/watch', {
        capability: 'web.search',
        input: { query: randomUUID() },
        every: '1d',
      })
    ).at('id'),
  )

const watches: ForeignObject = {
  make: async (service, owner) => ({ watch_id: await watch(service, owner) }),
  never: neverId('watch_id', 'watch'),
}

const erasures: ForeignObject = {
  async make(service, owner) {
    const made = await asOwner(service, owner)('/v1/erasures', { subject: 'ada@example.com' })
    return { erasure_id: String(made.at('erasure_id')) }
  },
  never: neverId('erasure_id', 'era'),
}

const doNotProcessLists: ForeignObject = {
  async make(service, owner) {
    const made = await asOwner(service, owner)('/v1/do-not-process', { name: 'Objections', kind: 'email' })
    return { list_id: String(made.at('list_id')) }
  },
  never: neverId('list_id', 'dnp'),
}

const refreshes: ForeignObject = {
  async make(service, owner) {
    const id = await watch(service, owner)
    const refresh = await asOwner(service, owner)(`/v1/watch/${id}/refresh?wait_seconds=0`, undefined)
    return { watch_id: id, refresh_id: String(refresh.at('refresh_id')) }
  },
  never: () => ({ watch_id: newId('watch'), refresh_id: newId('refresh') }),
}

const apps: ForeignObject = {
  make: async (service, { workspaceId }) => ({
    app_id: (await buildConnectedApp(service, workspaceId, ['read'])).appId,
  }),
  never: neverId('app_id', 'app'),
  shared: true,
}

const accounts = (network: MessagingNetwork): ForeignObject => ({
  make: async (service, { token, environment }) => ({
    account_id: await connectAccount(httpClient(service.url, token), network, environment),
  }),
  never: neverId('account_id', 'acct'),
})

const senders: ForeignObject = {
  make: async (service, owner) => ({
    sender_id: (await accounts('whatsapp').make(service, owner))['account_id'] ?? '',
  }),
  never: neverId('sender_id', 'acct'),
}

const domains: ForeignObject = {
  async make(service, owner) {
    const domain = `${randomUUID()}.example.com`
    await asOwner(service, owner)('/v1/email/domains', { domain })
    return { domain }
  },
  never: () => ({ domain: `${randomUUID()}.example.com` }),
}

/** The answer to a mail of the sandbox. */
const messages: ForeignObject = {
  async make(service, owner) {
    const to = `${randomUUID()}+reply-neutral@example.com`
    await asOwner(service, owner)('/v1/run', { capability: 'email.send', input: { to, subject: 'Hello', text: 'Hi' } })
    const client = httpClient(service.url, owner.token)
    const answers = async () =>
      [
        (
          await client.get('/v1/events?types=email.received&limit=500', { 'Service-Environment': owner.environment })
        ).at('items'),
      ]
        .flat()
        .filter((event) => at(event, 'data', 'from') === to)
    const [answer] = await until(answers, (found) => found.length > 0)
    return { message_id: String(at(answer, 'data', 'message_id')) }
  },
  never: () => ({ message_id: `sim_msg_${randomUUID()}` }),
}

/** What a path names, by its last parameter. */
const BY_PARAMETER: Readonly<Record<string, ForeignObject>> = {
  run_id: runs,
  name: tables,
  key: tables,
  webhook_id: webhooks,
  message_id: messages,
  delivery_id: deliveries,
  key_id: apiKeys,
  session_id: sessions,
  invitation_id: invitations,
  user_id: members,
  domain: domains,
  sender_id: senders,
  topup_id: topups,
  invoice_id: invoices,
  erasure_id: erasures,
  list_id: doNotProcessLists,
  watch_id: watches,
  refresh_id: refreshes,
  upload_id: uploads,
  job_id: jobs,
  app_id: apps,
}

/** Routes whose path names something else than its last parameter does elsewhere. */
const BY_OPERATION: Readonly<Record<string, ForeignObject>> = {
  disconnectProvider: connections,
  ...Object.fromEntries(
    NETWORKS.flatMap((network) =>
      (['connect', 'disconnect'] as const).map((verb) => [operationOf(verb, network), accounts(network)]),
    ),
  ),
}

/** The object of a workspace that a route's path names; null where it names none, as `NAMES_NO_OBJECT` states. */
export function foreignObjectOf({ operationId, path }: Pick<Route, 'operationId' | 'path'>): ForeignObject | null {
  const parameter = [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1]
  if (parameter === undefined || operationId in NAMES_NO_OBJECT) return null
  const object = BY_OPERATION[operationId] ?? BY_PARAMETER[parameter]
  if (object === undefined) throw new Error(`test/api/foreign-objects.ts: what does {${parameter}} of ${path} name?`)
  return object
}

/** What a request needs in addition to its path, where that is not the first example of its body. */
const REQUESTS: Readonly<Record<string, (ids: Ids) => { readonly query?: string } & HttpRequest>> = {
  deleteTable: () => ({ query: '?confirm=true' }),
  refreshWatch: () => ({ query: '?wait_seconds=0' }),
  updateRows: () => ({ body: { keys: ['robin.sample@example.com'], set: { status: 'mine' } } }),
  deleteRows: () => ({ body: { keys: ['robin.sample@example.com'] } }),
  recoverWebhook: () => ({ body: { since: '2026-01-01' } }),
  ...Object.fromEntries(
    NETWORKS.map((network) => [
      operationOf('connect', network),
      (ids: Ids) => ({ body: { account_id: ids['account_id'] } }),
    ]),
  ),
}

/** What a request with these ids has in addition to its path. */
export function requestOf(route: Route, ids: Ids): { readonly query?: string } & HttpRequest {
  const [example] = Object.values(route.bodyExamples ?? {})
  return REQUESTS[route.operationId]?.(ids) ?? (example === undefined ? {} : { body: example.value })
}

/** Routes whose path names no workspace's object, with the reason. */
export const NAMES_NO_OBJECT: Readonly<Record<string, string>> = {
  showGuide: 'a guide, the same for every reader',
  showSkill: 'a skill, the same for every reader',
  showClient: 'a package of a client, the same for every reader',
  getApiReferenceOperation: 'an operation of the API, the same for every reader',
  getProvider: 'a provider of the catalog',
  listEndpoints: 'a provider of the catalog',
  connectProvider: 'a provider of the catalog: what is connected is always the own workspace',
  showSimulatedConnect: 'a link of the sandbox, whose name cannot be guessed: anyone with the link may use it',
  connectSimulated: 'a link of the sandbox, whose name cannot be guessed: anyone with the link may use it',
  writeRows: 'makes the table that it names, in the own workspace',
  showCheckout: 'a page for anyone with its link, which cannot be guessed',
  payCheckout: 'a page for anyone with its link, which cannot be guessed',
  showUnsubscribe: 'a page for anyone with its link, which only the service can make',
  showPerson: 'a page for anyone with its link, which only the service can make',
  requestOfPerson: 'a page for anyone with its link, which only the service can make',
  unsubscribe: 'a page for anyone with its link, which only the service can make',
  receiveOwnAgentmail:
    'signed by the secret of the connection that it names: an unknown one is refused as a forgery is',
  receiveOwnResend: 'signed by the secret of the connection that it names: an unknown one is refused as a forgery is',
  receiveOwnUnipile: 'as receiveOwnResend: it carries the secret',
  importRows: 'makes the table that it names, in the own workspace',
  leaveWorkspace: 'the own membership in any workspace: without one it is not found (test/api/http/auth/links.test.ts)',
}
