import { hash } from '@node-rs/argon2'
import { loadKnownProviders } from '../../activities/providers/known-providers.ts'
import { CAPABILITIES } from '../../domain/capabilities/catalog.ts'
import { foreignObjectOf, type Ids, type Possessor } from '../../test/api/foreign-objects.ts'
import { INBOUND_SECRETS } from '../../test/build/inbound.ts'
import { buildSession } from '../../test/build/session.ts'
import { buildWorkspace } from '../../test/build/workspace.ts'
import { httpClient } from '../../test/support/http.ts'
import { startSimulator } from '../../test/support/http-simulator.ts'
import { startReceiver } from '../../test/support/receiver.ts'
import { startTestService, type TestService } from '../../test/support/service.ts'
import { startStripe } from '../../test/support/stripe-simulator.ts'

/** What hooks.py reads. */
export interface Known {
  readonly paths: Readonly<Record<string, readonly Ids[]>>
  readonly bodies: Readonly<Record<string, readonly object[]>>
  readonly receiver: string
  /** The id of the key that is sent; null without one. */
  readonly own_key: string | null
}

/** The sender of the requests of a run, and the objects for it. */
export interface Fuzzer {
  readonly name: string
  readonly token: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly known: Known
  /** How much Schemathesis does, where it is not everything. */
  readonly options: readonly string[]
}

export interface FuzzedService {
  readonly url: string
  /** Its log lines of requests that failed. */
  readonly failures: () => readonly string[]
  readonly fuzzers: readonly Fuzzer[]
  stop(): Promise<void>
}

/**
 * A session may do a few operations that a key may not, so less of everything is enough. Some of them end the session
 * that is sent, or what it may do: they are fuzzed with a key and without a credential, and their examples are sent in
 * test/api/examples.
 */
const ENDS_THE_SESSION = ['signOut', 'endSession', 'switchWorkspace', 'leaveWorkspace', 'changeMember', 'removeMember']
const SESSION = ['--max-examples', '10', ...ENDS_THE_SESSION.flatMap((name) => ['--exclude-operation-id', name])]
/** Nearly every operation only answers 401, so generated chains of requests would be useless. */
const WITHOUT_CREDENTIAL = ['--phases', 'examples,coverage']
/** More than all runs together can hold. */
const CREDIT = '1000000.00'
/** What several operations name is there for all of them; what one deletes is its own. */
const OBJECTS_EACH = 3
const TAKES_AWAY = /^(delete|revoke|disconnect|end)/
/** A workspace may have five endpoints, and one is left to be made. */
const WEBHOOKS = /webhook/i
const WEBHOOKS_EACH = 2

/**
 * The entire service as tests start it, without rate limits, whose answers would replace all others. Providers,
 * receivers and payments are simulated on this machine: no generated request leaves it.
 */
export async function startFuzzedService(): Promise<FuzzedService> {
  const provider = await startSimulator()
  provider.script({ json: { data: {} } })
  const receiver = await startReceiver()
  const stripe = await startStripe()
  const { manifests, catalog } = loadKnownProviders({})
  const slugs = new Set([...manifests, ...catalog.providers].map(({ slug }) => slug))
  const service = await startTestService({
    sweepEveryMs: 500,
    providers: Object.fromEntries([...slugs].map((slug) => [slug, { baseUrl: provider.url }])),
    inboundSecrets: INBOUND_SECRETS,
    stripe: stripe.settings,
    env: { RATE_LIMIT_REQUESTS_PER_MINUTE: '0', RATE_LIMIT_RUNS_PER_MINUTE: '0', TRUSTED_PROXIES: '127.0.0.0/8' },
    askMsMax: 8_000,
  })
  const someone = async (name: string, asSession: boolean): Promise<Fuzzer> => {
    const workspace = await buildWorkspace(service.db, { test: CREDIT })
    const session = await buildSession(service.db, workspace.id)
    // A reader of the person's address may try to sign in with it.
    await service.db.pool.query("update app_user set password_hash = $1 where password_hash = '$argon2id$none'", [
      await hash('a password that is never tried'),
    ])
    const owner: Possessor = { workspaceId: workspace.id, environment: 'test', token: session.token }
    await httpClient(service.url, workspace.keys.test).post('/v1/features', { tables: true })
    return {
      name,
      token: asSession ? session.token : workspace.keys.test,
      headers: asSession ? { 'Service-Environment': 'test' } : {},
      known: {
        paths: await objectsOf(service, owner),
        bodies: BODIES,
        receiver: `${receiver.url}/hooks`,
        own_key: asSession ? null : workspace.keyIds.test,
      },
      options: asSession ? SESSION : [],
    }
  }
  // Another person than the sender: signing in ends the session that is sent along.
  await httpClient(service.url).post('/v1/auth/signup', { ...OTHER_PERSON, workspace: 'Analytical Engines' })
  const key = await someone('with an API key', false)
  const session = await someone('with a session', true)
  return {
    url: service.url,
    failures: () => service.logLines.filter((line) => /"level":[56]0/.test(line)),
    fuzzers: [
      key,
      session,
      { name: 'without a credential', token: null, headers: {}, known: key.known, options: WITHOUT_CREDENTIAL },
    ],
    async stop() {
      await service.stop()
      await receiver.close()
      await stripe.close()
      await provider.close()
    },
  }
}

async function objectsOf(service: TestService, owner: Possessor): Promise<Known['paths']> {
  const made = new Map<string, Ids[]>()
  for (const route of service.api.routes) {
    const object = foreignObjectOf(route)
    if (object === null) continue
    const { operationId: operation } = route
    const { make, never } = object
    const isWebhook = WEBHOOKS.test(operation)
    if (isWebhook && TAKES_AWAY.test(operation)) continue
    const shared = TAKES_AWAY.test(operation) ? operation : Object.keys(never()).join()
    const ids = made.get(shared) ?? []
    while (ids.length < (isWebhook ? WEBHOOKS_EACH : OBJECTS_EACH)) ids.push(await make(service, owner))
    made.set(shared, ids).set(operation, ids)
  }
  return Object.fromEntries(made)
}

/** What can be run: every capability with its example, and some raw endpoints. */
const RAW = [
  { provider: 'sec', endpoint: '/submissions/CIK{cik}.json', path: { cik: '0000320193' } },
  {
    provider: 'dataforseo',
    endpoint: '/v3/serp/google/organic/live/advanced',
    input: [{ keyword: 'shoes', location_code: 2840, language_code: 'en' }],
  },
  {
    provider: 'apify',
    endpoint: '/v2/actors/{actorId}/runs',
    path: { actorId: 'apify~instagram-scraper' },
    input: { search: 'shoes' },
  },
]
const named = CAPABILITIES.map(({ slug, exampleInput }) => ({ capability: slug, input: exampleInput }))
const OTHER_PERSON = { email: 'somebody@example.com', password: 'correct horse battery staple' }
const BODIES: Known['bodies'] = {
  signIn: [OTHER_PERSON],
  createRun: [...named, ...RAW],
  createWatch: [...named, ...RAW],
  inspect: [
    ...CAPABILITIES.map(({ slug }) => ({ capability: slug })),
    ...RAW.map(({ provider, endpoint }) => ({ provider, endpoint })),
  ],
}
