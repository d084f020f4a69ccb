import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import { draftMail } from '../../../db/access/account-mails/write.ts'
import { claimWorkspace } from '../../../usecases/access/claim-workspace.ts'
import { takeLiveKey } from '../../../usecases/access/take-live-key.ts'
import { signUpAgent } from '../../../usecases/access/sign-up-agent.ts'
import { changeApiKey } from '../../../usecases/access/change-api-key.ts'
import { findApiKey } from '../../../db/access/api-keys/queries.ts'
import { createApiKey } from '../../../usecases/access/create-api-key.ts'
import { connectApp } from '../../../usecases/access/connect-app.ts'
import { storeCredential } from '../../../usecases/outreach/store-credential.ts'
import type { Database } from '../../../db/database.ts'
import { beginDomain } from '../../../usecases/outreach/email-domains.ts'
import { registerClient } from '../../../db/access/oauth/clients.ts'
import { newId } from '../../../db/ids.ts'
import { beginInbox } from '../../../usecases/outreach/create-inbox.ts'
import { openAccountLink } from '../../../usecases/outreach/bind-account.ts'
import { testCipher } from '../../build/connection.ts'
import { buildSession } from '../../build/session.ts'
import { buildWebhook } from '../../build/webhook.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase } from '../../db/build.ts'

const cipher = testCipher()

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

interface Quarantined {
  readonly workspaceId: string
  readonly testKey: string
  readonly token: string
}

async function signUp(): Promise<Quarantined> {
  const link = draftMail(cipher, { isSent: false })
  const made = await signUpAgent(db, {
    name: 'Research agent',
    credit: { live: 0n, test: parseUsd('1000.00') },
    link,
    ownerEmail: null,
    isMailed: false,
    expiresAt: new Date(Date.now() + 60_000),
  })
  return { ...made, token: link.token }
}

let agent: Quarantined
beforeEach(async () => {
  agent = await signUp()
})

/** What only a claimed workspace may have: by its table, the product's own way to make one, also past every route. */
const MADE: Readonly<Record<string, (workspaceId: string) => Promise<unknown>>> = {
  api_key: (workspaceId) => createApiKey(db, { workspaceId, environment: 'live', name: 'A command' }),
  'api_key of the sandbox': (workspaceId) => createApiKey(db, { workspaceId, environment: 'test', name: 'A command' }),
  member: (workspaceId) => buildSession(db, workspaceId),
  connected_app: async (workspaceId) => {
    const { userId } = await buildSession(db, (await buildWorkspace(db)).id)
    const clientId = `client_${newId('app')}`
    await registerClient(db, { id: clientId, name: 'App', metadata: {} })
    const app = {
      id: newId('app'),
      clientId,
      name: 'App',
      scopes: ['read'],
      resources: ['https://api.example.com/v1'],
    } as const
    return connectApp(db, { ...app, workspaceId, userId, budget: null })
  },
  connection: (workspaceId) =>
    storeCredential(
      { db, cipher },
      {
        owner: { workspaceId, provider: 'hunter', connectionId: newId('conn') },
        credential: 'a key of theirs',
        verified: false,
      },
    ),
  webhook_endpoint: (workspaceId) =>
    buildWebhook({ db, cipher }, { workspaceId, environment: 'test' }, 'https://example.com/hooks'),
  inbox: (workspaceId) =>
    beginInbox(db, {
      id: newId('inbox'),
      workspaceId,
      environment: 'live',
      provider: 'agentmail',
      externalId: `sales-${workspaceId}`,
      address: `${workspaceId}@agentmail.to`,
      status: 'pending',
      displayName: null,
      connectionId: null,
    }),
  email_domain: (workspaceId) =>
    beginDomain(db, {
      id: newId('dom'),
      workspaceId,
      environment: 'live',
      domain: `${workspaceId.replace('_', '-')}.example.com`,
      provider: 'resend',
      connectionId: null,
      reported: null,
    }),
  account_link: (workspaceId) =>
    openAccountLink(db, {
      id: newId('link'),
      workspaceId,
      environment: 'live',
      network: 'linkedin',
      provider: 'unipile',
      accountId: null,
      connectionId: null,
    }),
}

describe('a workspace in quarantine', () => {
  it.each(Object.entries(MADE))('has no %s by any path, until a person claims it', async (_, make) => {
    await expect(make(agent.workspaceId)).rejects.toThrow('a workspace in quarantine has no')
    const { userId } = await buildSession(db, (await buildWorkspace(db)).id)
    const budget = { amount: parseUsd('20.00'), period: 'month' } as const
    expect(await claimWorkspace(db, { token: agent.token, userId, budget })).not.toBeNull()
    await make(agent.workspaceId)
  })

  it('has a key that counts as one with limits even when its row has none', async () => {
    const owner = await findApiKey(db, agent.testKey)
    await changeApiKey(
      db,
      { workspaceId: agent.workspaceId, id: owner?.apiKeyId ?? '' },
      { allow: null, approver: true },
    )
    const judged = await findApiKey(db, agent.testKey)
    expect([judged?.limits, judged?.approver]).toEqual([{}, false])
  })
})

it('the live key is taken once, of many transactions at the same time', async () => {
  const owner = await findApiKey(db, agent.testKey)
  const { userId } = await buildSession(db, (await buildWorkspace(db)).id)
  await claimWorkspace(db, { token: agent.token, userId, budget: { amount: 1n, period: 'day' } })
  const taken = await Promise.all(
    Array.from({ length: 10 }, () => takeLiveKey(db, owner?.apiKeyId ?? '', () => Promise.resolve())),
  )
  expect(taken.filter((key) => key !== null)).toHaveLength(1)
})
