import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { draftMail, writeResetMail } from '../../../db/access/account-mails/write.ts'
import { findOpenMail } from '../../../db/access/account-mails/use.ts'
import { claimWorkspace } from '../../../usecases/access/claim-workspace.ts'
import { signUpAgent } from '../../../usecases/access/sign-up-agent.ts'
import { requestApproval } from '../../../usecases/approvals/request.ts'
import type { Database } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import { beginInbox } from '../../../usecases/outreach/create-inbox.ts'
import { resetPassword } from '../../../usecases/access/reset-password.ts'
import { bindAccount, openAccountLink } from '../../../usecases/outreach/bind-account.ts'
import { writeAutoTopup } from '../../../db/money/payments/auto-topup.ts'
import { UPDATE_AUTO_TOPUP } from '../../../usecases/money/change-auto-topup.ts'
import { acceptRun } from '../../../usecases/runs/accept-run.ts'
import { signUp } from '../../../usecases/access/sign-up.ts'
import { callbackEndpoint } from '../../../usecases/webhooks/callback-endpoint.ts'
import { makeSecret } from '../../../db/delivery/webhooks/secret.ts'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import { buildConnection, testCipher } from '../../build/connection.ts'
import { buildWatch } from '../../build/watch.ts'
import { buildEvent, buildWebhook, commitEvents } from '../../build/webhook.ts'
import { buildNewRun, openTestDatabase } from '../../db/build.ts'
import { buildJobOf } from '../../db/jobs/build.ts'
import { buildConnectedApp } from '../../db/access/oauth/connected-app.ts'
import { ACTS, RESTS } from './workspace-tables.ts'

const cipher = testCipher()
const CREDIT = { live: 0n, test: parseUsd('100.00') }

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

async function signUpAs(email: string): Promise<{ readonly userId: string; readonly workspaceId: string }> {
  const passwordHash = '$argon2id$none'
  const person = {
    email,
    passwordHash,
    workspace: 'Engines',
    credit: CREDIT,
    awaitsConfirmation: true,
    userAgent: null,
  }
  const made = await signUp(db, person, async () => undefined)
  if (made.kind === 'taken') throw new Error('the address is taken')
  return made
}

/** Everything in a workspace that can act, by the product's own transactions. */
async function prepare(workspaceId: string): Promise<void> {
  const owner = { workspaceId, environment: 'live' } as const
  await buildConnectedApp({ db, url: 'https://api.example.com' }, workspaceId, ['run'])
  await buildConnection({ db, cipher }, { workspaceId, provider: 'hunter', credential: 'a key' })
  await buildWebhook({ db, cipher }, owner, 'https://93.184.216.34/hook')
  await commitEvents(db, owner, [buildEvent()])
  await callbackEndpoint(db, owner, () => makeSecret(cipher, workspaceId))
  await buildWatch(db, owner)
  await buildJobOf(db, owner, { inputs: [{ full_name: 'Robin Sample', domain: 'example.com' }], ceiling: 10n })
  await waitForApproval(owner)
  await makeSenders(owner)
  const [threshold, amount] = [parseUsd('10.00'), parseUsd('50.00')]
  const setting = { enabled: true, threshold, amount, monthlyLimit: amount }
  await db.transaction(UPDATE_AUTO_TOPUP, (tx) => writeAutoTopup(tx, owner, { setting, change: {} }))
}

async function waitForApproval(owner: { readonly workspaceId: string; readonly environment: 'live' }): Promise<void> {
  const run = buildNewRun(owner)
  await acceptRun(db, run)
  const url = 'https://api.example.com/approve'
  await requestApproval(db, { ...owner, runId: run.id, work: 'contact.find', reason: 'cost', estimate: 1n, url })
}

async function makeSenders(owner: { readonly workspaceId: string; readonly environment: 'live' }): Promise<void> {
  const link = { ...owner, network: 'linkedin', provider: 'unipile', accountId: null, connectionId: null } as const
  const [used, open] = [newId('link'), newId('link')]
  for (const id of [used, open]) await openAccountLink(db, { ...link, id })
  await bindAccount(db, used, { externalId: newId('acct'), name: 'Robin Sample' })
  const id = newId('inbox')
  const address = `${id.toLowerCase()}@agentmail.to`
  await beginInbox(db, {
    ...owner,
    id,
    provider: 'agentmail',
    externalId: address,
    address,
    displayName: null,
    connectionId: null,
    status: 'active',
  })
}

async function reset(email: string): Promise<void> {
  const draft = draftMail(cipher, { isSent: false })
  await writeResetMail(db, draft, email)
  const mail = await findOpenMail(db, 'reset_password', draft.token)
  if (mail === null) throw new Error('the link does not work')
  const done = await resetPassword(db, { mail, hash: '$argon2id$new', userAgent: null, credit: CREDIT })
  expect(done?.confirmsFirst).toBe(true)
}

const acting = async (workspaceId: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(ACTS).map(async ([table, condition]) => {
        const { rows } = await db.pool.query<{ n: number }>(
          `select count(*)::integer as n from ${table} where workspace_id = $1 and (${condition})`,
          [workspaceId],
        )
        return [table, rows[0]?.n ?? 0] as const
      }),
    ),
  )

const NOTHING = Object.fromEntries(Object.keys(ACTS).map((table) => [table, 0]))

describe('a new password that first confirms an address', () => {
  it('leaves nothing that can act in the workspace that was prepared with it', async () => {
    const email = 'victim@example.com'
    const { userId, workspaceId } = await signUpAs(email)
    await prepare(workspaceId)
    const before = await acting(workspaceId)
    expect(Object.keys(before).filter((table) => before[table] === 0)).toEqual([])

    await reset(email)
    // The person's own new session and membership are what is left.
    expect(await acting(workspaceId)).toEqual({ ...NOTHING, session: 1, member: 1 })
    const { rows } = await db.pool.query('select user_id from member where workspace_id = $1', [workspaceId])
    expect(rows).toEqual([{ user_id: userId }])
  })

  it('ends the same in a workspace that was claimed with it', async () => {
    const email = 'claimed@example.com'
    const { userId } = await signUpAs(email)
    const link = draftMail(cipher, { isSent: false })
    const { workspaceId } = await signUpAgent(db, {
      name: 'Research agent',
      credit: CREDIT,
      link,
      ownerEmail: null,
      isMailed: false,
      expiresAt: new Date(Date.now() + 60_000),
    })
    await claimWorkspace(db, { token: link.token, userId, budget: { amount: 1n, period: 'day' } })
    expect(await acting(workspaceId)).toMatchObject({ api_key: 1, member: 1 })
    await reset(email)
    expect(await acting(workspaceId)).toEqual({ ...NOTHING, member: 1 })
  })

  it('knows of every table of a workspace whether its rows can act', async () => {
    const { rows } = await db.pool.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
          and a.attname = 'workspace_id' and not a.attisdropped`,
    )
    const named = [...Object.keys(ACTS), ...Object.values(RESTS).flat()]
    expect(rows.map(({ name }) => name).toSorted()).toEqual(named.toSorted())
  })
})
