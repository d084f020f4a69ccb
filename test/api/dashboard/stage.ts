import { createPages } from '../../../api/dashboard/pages.ts'
import { type HttpClient, httpClient } from '../../support/http.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import type { SharedService } from '../../support/service.ts'
import { connectApp, registerApp } from '../../support/oauth.ts'
import { until } from '../../support/until.ts'
import { type Person, signUpPerson } from './person.ts'

/** A person whose sandbox has something on every page. */
export interface Stage {
  readonly service: SharedService
  readonly person: Person
  /** Receives the webhooks of the stage; answers 500 at first. */
  readonly receiver: Receiver
  readonly ids: {
    readonly run: string
    readonly topup: string
    readonly webhook: string
    readonly delivery: string
    readonly key: string
    readonly watch: string
    readonly job: string
    readonly upload: string
    readonly app: string
    readonly user: string
    readonly workspace: string
    readonly account: string
    readonly erasure: string
    /** The token of the link of an agent that signed up by itself. */
    readonly claim: string
  }
}

/** Every page's pattern, as the frame has registered it. */
export const PATTERNS: readonly string[] = createPages({
  // They are listed and never shown.
  find: () => () => Promise.reject(new Error('no call is expected')),
  findFile: () => () => Promise.reject(new Error('no call is expected')),
  db: Object.create(null),
  publicUrl: () => '',
  operators: null,
  mails: null,
  manifests: [],
  clients: { list: () => [] },
}).map(({ path }) => path)

const LEADS = Array.from({ length: 60 }, (_, number) => ({
  email: number === 0 ? 'ada@example.com' : `somebody-${number}@example.com`,
  full_name: `Somebody ${number}`,
  linkedin_url: `https://www.linkedin.com/in/somebody-${number}`,
  score: number,
  note: number === 0 ? `A long word: ${'x'.repeat(120)}` : null,
  status: number % 2 === 0 ? 'new' : 'contacted',
}))

export async function setStage(service: SharedService): Promise<Stage> {
  const person = await signUpPerson(service.url, 'Analytical <Engines> & Sons')
  const receiver = await startReceiver()
  receiver.answer(500)
  const call = httpClient(service.url, person.testKey)
  const session = httpClient(service.url, person.token)
  const made = async (path: string, body?: object, as = call): Promise<(...members: string[]) => unknown> => {
    const answer = await as.post(path, body)
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    return answer.at
  }
  await made('/v1/features', { tables: true })
  await made('/v1/tables/leads/rows', {
    description: 'People who asked for a demo.',
    rows: LEADS,
  })
  await made('/v1/tables/leads/rows', { rows: [{ email: 'bob@example.com', phone: '+14155550132' }] })
  await made('/v1/tables/leads/rows', { rows: [{ phone: '+14155550132', note: 'Called back' }] })
  await made('/v1/suppressions', { subjects: ['robin@example.com', 'example.org'] })
  const run = await made('/v1/run', {
    capability: 'contact.find',
    input: { full_name: 'Ada +fallback', domain: 'example.com' },
  })
  await made('/v1/run', { capability: 'person.enrich', input: { email: 'ada@example.com' } })
  const topup = await made('/v1/wallet/topups/checkout', { amount: '20.00' })
  const key = await made('/v1/api-keys', { name: 'Production worker', environment: 'test' }, session)
  const watch = await made('/v1/watch', { capability: 'person.search', input: { titles: ['CTO'] }, every: '1d' })
  await made('/v1/connections/peopledatalabs', { api_key: 'a key of theirs' }, session)
  const app = await registerApp(service.url)
  await connectApp(app, person, { scope: 'read run' })
  const connected = await session.get('/v1/connected-apps')
  await made('/v1/email/inboxes', { username: 'sales', display_name: 'Sales' })
  await made('/v1/email/domains', { domain: 'mail.example.com' })
  const erasure = await made('/v1/erasures', { subject: 'gone@example.com', reference: 'ticket-4711' })
  const webhook = String((await made('/v1/webhooks', { url: `${receiver.url}/hooks`, description: 'CRM' }))('id'))
  return {
    service,
    person,
    receiver,
    ids: {
      run: String(run('run_id')),
      topup: String(topup('topup_id')),
      key: String(key('id')),
      watch: String(watch('id')),
      job: await waitingJob(session),
      upload: await uploadedFile(session),
      app: String(connected.at('items', '0', 'id')),
      user: String((await session.get('/v1/auth/me')).at('user', 'id')),
      workspace: person.workspaceId,
      erasure: String(erasure('erasure_id')),
      claim: await claimToken(service),
      account: await connectedAccount(session),
      webhook,
      delivery: await failedDelivery(service, { person, webhook }),
    },
  }
}

async function claimToken(service: SharedService): Promise<string> {
  const agent = await httpClient(service.url).post('/v1/agents/signup', { name: 'Research agent' })
  return new URL(String(agent.at('claim_url'))).searchParams.get('token') ?? ''
}

const IN_SANDBOX = { 'Service-Environment': 'test' }

/** A job of the person whose pilot is over. */
async function waitingJob(session: HttpClient): Promise<string> {
  const items = ['ada', 'robin+no-match', 'kim'].map((name) => ({ email: `${name}@company.example.com` }))
  const made = await session.post(
    '/v1/jobs',
    {
      capability: 'contact.verify',
      rows: { items },
      input: { email: '{{email}}' },
      ceiling: '5.00',
      pilot: 2,
      approve: 'manual',
    },
    IN_SANDBOX,
  )
  const id = String(made.at('job_id'))
  await session.get(`/v1/jobs/${id}?wait=60`, IN_SANDBOX)
  return id
}

/** A file whose rows a job can run. */
async function uploadedFile(session: HttpClient): Promise<string> {
  const made = await session.request('/v1/jobs/uploads', {
    method: 'POST',
    text: 'Full Name,Email Address\nAda Example,ada@example.com\n',
    headers: { 'Content-Type': 'text/csv', ...IN_SANDBOX },
  })
  return String(made.at('upload_id'))
}

/** A simulated account: a person has pressed the button of its page. */
async function connectedAccount(session: HttpClient): Promise<string> {
  const link = await session.post('/v1/linkedin/accounts', {}, IN_SANDBOX)
  await fetch(String(link.at('connect_url')), { method: 'POST' })
  return String((await session.get('/v1/linkedin/accounts', IN_SANDBOX)).at('items', '0', 'account_id'))
}

/** An event that the endpoint has refused once: a recipient unsubscribes. */
async function failedDelivery(
  service: SharedService,
  { person, webhook }: { readonly person: Person; readonly webhook: string },
): Promise<string> {
  const call = httpClient(service.url, person.testKey)
  const sent = await call.post('/v1/run', {
    capability: 'email.send',
    input: { to: 'kim@example.net', subject: 'A demo', text: 'Here it is.' },
    response: { include_raw: true },
  })
  const [, link = ''] = /<(https?:[^>]+)>/.exec(String(sent.at('result', 'raw', 'headers', 'List-Unsubscribe'))) ?? []
  await fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  const refused = await until(
    () => call.get(`/v1/webhooks/${webhook}`),
    (answer) => answer.at('deliveries', '0', 'attempts', '0', 'status_code') === 500,
  )
  return String(refused.at('deliveries', '0', 'id'))
}

/** The path of each page, by its pattern. A new page belongs here; `states` is a text that only this page has. */
export const PLACES: Readonly<
  Record<string, { readonly path: (ids: Stage['ids']) => string; readonly shows: string }>
> = {
  '': { path: () => '', shows: 'Overview' },
  '/wallet': { path: () => '/wallet', shows: 'Available' },
  '/wallet/topups/{topup_id}': { path: ({ topup }) => `/wallet/topups/${topup}`, shows: '$20.00' },
  '/usage': { path: () => '/usage', shows: 'Charged by day' },
  '/runs': { path: () => '/runs', shows: 'contact.find' },
  '/runs/{run_id}': { path: ({ run }) => `/runs/${run}`, shows: 'sandbox-alpha' },
  '/jobs': { path: () => '/jobs', shows: 'never spends more than' },
  '/jobs/new': { path: () => '/jobs/new', shows: 'Upload the file' },
  '/jobs/new/mapping': {
    path: ({ upload }) => `/jobs/new/mapping?upload=${upload}&capability=contact.verify`,
    shows: 'Column Email Address',
  },
  '/jobs/{job_id}': { path: ({ job }) => `/jobs/${job}`, shows: 'Approve the job' },
  '/jobs/{job_id}/cancel': { path: ({ job }) => `/jobs/${job}/cancel`, shows: 'A cancelled job cannot continue' },
  '/catalog': { path: () => '/catalog?q=work+email+of+a+person', shows: 'Find a work email' },
  '/catalog/health': { path: () => '/catalog/health', shows: 'Live calls of all workspaces' },
  '/catalog/capabilities/{capability}': {
    path: () => '/catalog/capabilities/contact.find',
    shows: 'Enough: Full name and Domain',
  },
  '/catalog/endpoint': {
    path: () =>
      `/catalog/endpoint?${new URLSearchParams({ provider: 'hunter', endpoint: '/email-finder' }).toString()}`,
    shows: 'GET /email-finder',
  },
  '/tables': { path: () => '/tables', shows: 'leads' },
  '/tables-off': { path: () => '/tables-off', shows: 'enrichments are paid again' },
  '/tables-new': { path: () => '/tables-new', shows: 'What identifies a row' },
  '/tables-import': { path: () => '/tables-import', shows: 'Or its text' },
  '/tables-enrich': { path: () => '/tables-enrich?table=leads&status=new', shows: 'see the estimate' },
  '/tables/{name}': {
    path: () => '/tables/leads?status=contacted&field=score&op=gte&value=10&order=-score',
    shows: 'somebody-59@example.com',
  },
  '/tables/{name}/edit': { path: () => '/tables/leads/edit', shows: 'Delete this table' },
  '/tables/{name}/delete': { path: () => '/tables/leads/delete', shows: 'is deleted permanently' },
  '/tables/{name}/delete-rows': {
    path: () => '/tables/leads/delete-rows?status=contacted&field=score&op=gte&value=10',
    shows: 'Delete these 25 rows',
  },
  '/tables/{name}/rows/{key}': {
    path: () => `/tables/leads/rows/${encodeURIComponent('ada@example.com')}`,
    shows: 'person.enrich',
  },
  '/tables/{name}/rows/{key}/delete': {
    path: () => `/tables/leads/rows/${encodeURIComponent('ada@example.com')}/delete`,
    shows: 'with its saved answers',
  },
  '/tables/{name}/rows/{key}/unmerge': {
    path: () => `/tables/leads/rows/${encodeURIComponent('bob@example.com')}/unmerge?merge=1`,
    shows: 'a separate row again',
  },
  '/routing': { path: () => '/routing', shows: 'There are no rules' },
  '/law': { path: () => '/law', shows: 'Outreach policy' },
  '/approvals': { path: () => '/approvals', shows: 'No run waits for an approval.' },
  '/suppressions': { path: () => '/suppressions', shows: 'robin@example.com' },
  '/watches': { path: () => '/watches', shows: 'person.search' },
  '/watches/new': {
    path: () => '/watches/new?capability=person.search',
    shows: 'Price of each run',
  },
  '/watches/{watch_id}': { path: ({ watch }) => `/watches/${watch}`, shows: 'Delete this watch' },
  '/watches/{watch_id}/delete': { path: ({ watch }) => `/watches/${watch}/delete`, shows: 'Its runs stay' },
  '/events': { path: () => '/events', shows: 'email.unsubscribed' },
  '/events/correct': {
    path: () => '/events/correct?message=message-1&class=unsubscribe_request',
    shows: 'Lift it, if this message has made it',
  },
  '/inboxes': { path: () => '/inboxes', shows: 'sales@agentmail.to' },
  '/inboxes/domains/{domain}': { path: () => '/inboxes/domains/mail.example.com', shows: 'Publish these records' },
  '/inboxes/domains/{domain}/delete': {
    path: () => '/inboxes/domains/mail.example.com/delete',
    shows: 'are removed with it',
  },
  '/messaging-accounts': { path: () => '/messaging-accounts', shows: 'Simulated LinkedIn account' },
  '/messaging-accounts/{network}/{account_id}/disconnect': {
    path: ({ account }) => `/messaging-accounts/linkedin/${account}/disconnect`,
    shows: 'no longer sends or receives',
  },
  '/feedback': { path: ({ run }) => `/feedback?about=${run}`, shows: 'goes to the operators' },
  '/members': { path: () => '/members', shows: 'Send an invitation' },
  '/members/{user_id}/remove': {
    path: ({ user }) => `/members/${user}/remove`,
    shows: 'is signed out of this workspace',
  },
  '/account': { path: () => '/account', shows: 'Change the password' },
  '/account/workspaces/{workspace_id}/leave': {
    path: ({ workspace }) => `/account/workspaces/${workspace}/leave`,
    shows: 'Only an owner can invite you again',
  },
  '/claim': { path: ({ claim }) => `/claim?token=${claim}`, shows: 'Sandbox runs' },
  '/connections': { path: () => '/connections', shows: 'peopledatalabs' },
  '/connections/{provider}/disconnect': {
    path: () => '/connections/peopledatalabs/disconnect',
    shows: 'is erased here',
  },
  '/plan': { path: () => '/plan', shows: 'pay per call' },
  '/settings': { path: () => '/settings', shows: 'Sample app' },
  '/settings/apps/{app_id}/budget': { path: ({ app }) => `/settings/apps/${app}/budget`, shows: 'Budget in USD' },
  '/settings/apps/{app_id}/disconnect': {
    path: ({ app }) => `/settings/apps/${app}/disconnect`,
    shows: 'loses access',
  },
  '/settings/erasures': { path: () => '/settings/erasures', shows: 'ticket-4711' },
  '/settings/erasures/new': { path: () => '/settings/erasures/new', shows: 'before anything happens' },
  '/settings/erasures/{erasure_id}': {
    path: ({ erasure }) => `/settings/erasures/${erasure}`,
    shows: 'The person was named by',
  },
  '/webhooks': { path: () => '/webhooks', shows: 'CRM' },
  '/webhooks/new': { path: () => '/webhooks/new', shows: 'linkedin.message_received' },
  '/webhooks/callbacks': { path: () => '/webhooks/callbacks', shows: 'callback_url' },
  '/webhooks/callbacks/rotate': { path: () => '/webhooks/callbacks/rotate', shows: 'signed with both' },
  '/webhooks/{webhook_id}': { path: ({ webhook }) => `/webhooks/${webhook}`, shows: 'email.unsubscribed' },
  '/webhooks/{webhook_id}/deliveries/{delivery_id}': {
    path: ({ webhook, delivery }) => `/webhooks/${webhook}/deliveries/${delivery}`,
    shows: 'HTTP 500',
  },
  '/webhooks/{webhook_id}/rotate': { path: ({ webhook }) => `/webhooks/${webhook}/rotate`, shows: 'shown once' },
  '/webhooks/{webhook_id}/disable': {
    path: ({ webhook }) => `/webhooks/${webhook}/disable`,
    shows: 'switched on again',
  },
  '/webhooks/{webhook_id}/recover': { path: ({ webhook }) => `/webhooks/${webhook}/recover`, shows: 'The last day' },
  '/webhooks/{webhook_id}/delete': {
    path: ({ webhook }) => `/webhooks/${webhook}/delete`,
    shows: 'cannot be undone',
  },
  '/keys': { path: () => '/keys', shows: 'Production worker' },
  '/agents': { path: () => '/agents', shows: 'claude mcp add' },
  '/keys/new': { path: () => '/keys/new', shows: 'moves no money' },
  '/keys/{key_id}': { path: ({ key }) => `/keys/${key}`, shows: 'in use' },
  '/keys/{key_id}/revoke': { path: ({ key }) => `/keys/${key}/revoke`, shows: 'never used' },
}
