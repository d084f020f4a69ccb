import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseUsd } from '../domain/money/microdollars.ts'
import { createApiKey, findApiKey } from '../db/api-keys/queries.ts'
import type { Database } from '../db/database.ts'
import { addInbox } from '../db/inboxes/queries.ts'
import { addMessagingAccount } from '../db/messaging-accounts/queries.ts'
import { ensureWorkspace } from '../db/workspaces/queries.ts'

/** What a person needs to use a local start; also written to `credentials.json`. */
export interface Credentials {
  readonly base_url: string
  readonly test_key: string
  readonly live_key: string
  readonly temporal_address: string
  readonly temporal_ui: string | null
  readonly metrics_url: string
}

/** The demo workspace's promotional credit (decisions, "Local start"). */
const WELCOME = { live: parseUsd('5.00'), test: parseUsd('1000.00') }

/** What providers' messages can name in a local start: an inbox and a LinkedIn account of the sandbox (README, "First run"). */
export const DEMO_INBOX = 'demo@inbox.example'
export const DEMO_ACCOUNT = 'demo-linkedin'

/** Those that are there already stay as they are. */
async function ensureSenders(db: Database, workspaceId: string): Promise<void> {
  const owner = { workspaceId, environment: 'test' } as const
  await addInbox(db, { ...owner, provider: 'agentmail', externalId: DEMO_INBOX, address: DEMO_INBOX, status: 'active' })
  await addMessagingAccount(db, { ...owner, network: 'linkedin', provider: 'unipile', externalId: DEMO_ACCOUNT, name: 'Demo LinkedIn', status: 'connected' })
}

/** Makes the workspace `demo` with its inbox, its account and its two keys, or finds them: a key is kept as long as the file holds it. */
export async function ensureDemo(db: Database, file: string | null): Promise<{ test_key: string; live_key: string }> {
  const workspace = await ensureWorkspace(db, 'demo', WELCOME)
  await ensureSenders(db, workspace.id)
  const held = file === null ? {} : readHeld(file)
  const keyFor = async (environment: 'test' | 'live', key?: string): Promise<string> => {
    const owner = key === undefined ? null : await findApiKey(db, key)
    if (key !== undefined && owner?.workspaceId === workspace.id) return key
    return (await createApiKey(db, { workspaceId: workspace.id, environment, name: `demo ${environment}` })).key
  }
  return { test_key: await keyFor('test', held.test_key), live_key: await keyFor('live', held.live_key) }
}

export function writeCredentials(file: string, credentials: Credentials): void {
  writeFileSync(file, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
}

/** A file that cannot be read counts as lost: new keys are minted and the old ones stay valid. */
function readHeld(file: string): { test_key?: string; live_key?: string } {
  if (!existsSync(file)) return {}
  try {
    const held: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof held !== 'object' || held === null) return {}
    return {
      ...('test_key' in held && typeof held.test_key === 'string' ? { test_key: held.test_key } : {}),
      ...('live_key' in held && typeof held.live_key === 'string' ? { live_key: held.live_key } : {}),
    }
  } catch {
    return {}
  }
}
