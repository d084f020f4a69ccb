import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPasswords } from '../api/auth/passwords.ts'
import { parseUsd } from '../domain/money/microdollars.ts'
import { findApiKey } from '../db/access/api-keys/queries.ts'
import { createApiKey } from '../usecases/access/create-api-key.ts'
import type { Database } from '../db/database.ts'
import { addInbox } from '../db/outreach/inboxes/queries.ts'
import { addMessagingAccount } from '../db/outreach/messaging-accounts/queries.ts'
import { findSession } from '../db/access/sessions/queries.ts'
import { signIn } from '../usecases/access/sign-in.ts'
import { ensureUser, findUser } from '../db/access/users/queries.ts'
import { ensureWorkspace } from '../usecases/access/create-workspace.ts'
import { writeServers } from './local/running.ts'

/** What a person needs to use a local start; also written to `credentials.json`. */
export interface LocalCredentials {
  readonly base_url: string
  readonly test_key: string
  readonly live_key: string
  /** The session of the dashboard's person, for 12 hours; signing in with address and password makes another one. */
  readonly session_token: string
  readonly email: string
  readonly password: string
  readonly temporal_address: string
  readonly temporal_ui: string | null
  readonly metrics_url: string
  /** The simulations of live providers; absent without `--twins`. */
  readonly twins_url?: string
}

/** The demo workspace's promotional credit (decisions, "Local start"). */
const DEMO_CREDIT = { live: parseUsd('5.00'), test: parseUsd('1000.00') }

/**
 * The senders that inbound messages can name in a local start: an inbox and a LinkedIn account of the sandbox
 * (docs/tour.md).
 */
export const DEMO_INBOX = 'demo@inbox.example'
export const DEMO_ACCOUNT = 'demo-linkedin'

/** Existing ones stay unchanged. */
async function ensureSenders(db: Database, workspaceId: string): Promise<void> {
  const owner = { workspaceId, environment: 'test' } as const
  await addInbox(db, { ...owner, provider: 'agentmail', externalId: DEMO_INBOX, address: DEMO_INBOX, status: 'active' })
  await addMessagingAccount(db, {
    ...owner,
    network: 'linkedin',
    provider: 'unipile',
    externalId: DEMO_ACCOUNT,
    name: 'Demo LinkedIn',
    status: 'connected',
  })
}

/** The demo workspace's credentials, new or found: those of the file are kept while they are valid. */
export type DemoCredentials = Pick<LocalCredentials, 'test_key' | 'live_key' | 'session_token' | 'email' | 'password'>

/** Makes the workspace `demo` with its inbox, its account, its two keys and its signed-in person. */
export async function ensureDemo(db: Database, file: string | null): Promise<DemoCredentials> {
  const workspace = await ensureWorkspace(db, 'demo', DEMO_CREDIT)
  await ensureSenders(db, workspace.id)
  const held = file === null ? {} : readHeld(file)
  const keyFor = async (environment: 'test' | 'live', key?: string): Promise<string> => {
    const owner = key === undefined ? null : await findApiKey(db, key)
    if (key !== undefined && owner?.workspaceId === workspace.id) return key
    return (await createApiKey(db, { workspaceId: workspace.id, environment, name: `demo ${environment}` })).key
  }
  return {
    test_key: await keyFor('test', held.test_key),
    live_key: await keyFor('live', held.live_key),
    ...(await ensurePerson(db, workspace.id, held)),
  }
}

const DEMO_EMAIL = 'demo@example.com'
const PASSWORD_BYTES = 18

/** The person of the demo workspace, with the file's password if it is correct, and a session. */
async function ensurePerson(
  db: Database,
  workspaceId: string,
  held: Held,
): Promise<Pick<LocalCredentials, 'session_token' | 'email' | 'password'>> {
  const passwords = createPasswords(() => undefined)
  const user = await findUser(db, DEMO_EMAIL)
  const kept =
    held.password !== undefined && user !== null && (await passwords.verify(user.passwordHash, held.password))
  const password =
    kept && held.password !== undefined ? held.password : randomBytes(PASSWORD_BYTES).toString('base64url')
  const userId = kept
    ? user.userId
    : await ensureUser(db, { email: DEMO_EMAIL, passwordHash: await passwords.hash(password), workspaceId })
  if (userId === null) throw new Error(`${DEMO_EMAIL} belongs to another workspace than demo.`)
  const session = held.session_token === undefined ? null : await findSession(db, held.session_token)
  if (held.session_token !== undefined && session?.userId === userId)
    return { session_token: held.session_token, email: DEMO_EMAIL, password }
  const { token } = await signIn(db, { userId, workspaceId, presented: null, rehashed: null, userAgent: 'npm start' })
  return { session_token: token, email: DEMO_EMAIL, password }
}

export function writeCredentials(file: string, credentials: LocalCredentials): void {
  writeFileSync(file, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
}

export interface LocalPlaces {
  readonly dataDir: string
  readonly databaseUrl: string
  readonly temporal: { readonly address: string; readonly namespace: string; readonly ui: string | null }
  readonly baseUrl: string
  readonly metricsUrl: string
  readonly twinsUrl: string | null
}

/**
 * Makes the demo workspace, and writes down its keys and the servers, for clients and commands. `file`: that of the
 * credentials.
 */
export async function writeDownDemo(
  db: Database,
  { dataDir, databaseUrl, temporal, baseUrl, metricsUrl, twinsUrl }: LocalPlaces,
): Promise<{ readonly file: string; readonly credentials: LocalCredentials }> {
  const file = join(dataDir, 'credentials.json')
  const credentials = {
    base_url: baseUrl,
    ...(await ensureDemo(db, file)),
    temporal_address: temporal.address,
    temporal_ui: temporal.ui,
    metrics_url: metricsUrl,
    ...(twinsUrl === null ? {} : { twins_url: twinsUrl }),
  }
  writeCredentials(file, credentials)
  writeServers(dataDir, {
    database_url: databaseUrl,
    temporal_address: temporal.address,
    temporal_namespace: temporal.namespace,
  })
  return { file, credentials }
}

type Held = Partial<LocalCredentials>

/** A file that cannot be read counts as lost: everything is made again, and the old keys stay valid. */
function readHeld(file: string): Held {
  if (!existsSync(file)) return {}
  try {
    const held: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof held !== 'object' || held === null) return {}
    const kept = new Map(
      Object.entries(held).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
    return Object.fromEntries(
      (['test_key', 'live_key', 'session_token', 'password'] as const).flatMap((name) => {
        const value = kept.get(name)
        return value === undefined ? [] : [[name, value]]
      }),
    )
  } catch {
    return {}
  }
}
