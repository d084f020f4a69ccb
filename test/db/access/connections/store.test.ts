import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { connectionAccountId } from '../../../../domain/providers/account.ts'
import { storeCredential } from '../../../../usecases/outreach/store-credential.ts'
import { openConnection } from '../../../../db/access/connections/open.ts'
import { acceptConnection } from '../../../../db/access/connections/rejected.ts'
import { rejectConnection } from '../../../../usecases/outreach/reject-connection.ts'
import {
  connectedProviders,
  findConnectionId,
  listConnections,
  revokeConnection,
} from '../../../../db/access/connections/queries.ts'
import { beginAttempt } from '../../../../db/runs/attempts/begin.ts'
import type { Database } from '../../../../db/database.ts'
import { newId } from '../../../../db/ids.ts'
import { announceAccounts, readAccounts } from '../../../../db/catalog/provider-accounts/queries.ts'
import { buildConnection, testCipher } from '../../../build/connection.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { tablesThatHold } from '../../../support/plaintext.ts'
import { buildAttempt, buildRun, openTestDatabase } from '../../build.ts'

const cipher = testCipher(1)
let db: Database
let close: () => Promise<void>
let workspaceId: string
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())
beforeEach(async () => {
  workspaceId = (await buildWorkspace(db)).id
})

const connect = (credential: string, more: { workspaceId?: string; provider?: string } = {}) =>
  buildConnection({ db, cipher }, { workspaceId, provider: 'hunter', credential, ...more })
const open = (connectionId: string, of = workspaceId) =>
  openConnection({ db, cipher }, { connectionId, workspaceId: of })
const rowOf = async (id: string) => (await db.pool.query('select * from connection where id = $1', [id])).rows[0]

describe('a key that its provider rejects', () => {
  const reject = (connectionId: string, generation: number) =>
    rejectConnection(db, { connectionId, generation, environment: 'live', reason: 'HTTP 401' })
  const events = async () =>
    (await db.pool.query(`select type, data from event where workspace_id = $1`, [workspaceId])).rows

  it('is marked once, with one event, and works again when the provider accepts it', async () => {
    const connectionId = await connect('first')
    await reject(connectionId, 1)
    await reject(connectionId, 1)
    expect(await open(connectionId)).toMatchObject({ kind: 'open', rejected: true })
    expect(await events()).toEqual([
      { type: 'connection.rejected', data: expect.objectContaining({ provider: 'hunter', reason: 'HTTP 401' }) },
    ])
    await acceptConnection(db, { connectionId, generation: 1 })
    expect(await open(connectionId)).toMatchObject({ rejected: false })
  })

  it('states nothing about the key that has replaced it, or about a revoked connection', async () => {
    const connectionId = await connect('first')
    await reject(connectionId, 1)
    await connect('second')
    await reject(connectionId, 1)
    expect(await open(connectionId)).toMatchObject({ generation: 2, rejected: false })
    await revokeConnection(db, workspaceId, 'hunter')
    await reject(connectionId, 2)
    expect([(await rowOf(connectionId)).rejected_at, (await events()).length]).toEqual([null, 1])
  })
})

describe('a connection', () => {
  it('opens to the credential that was stored, which the database nowhere has in plain text', async () => {
    const id = await connect('canary-credential-1')
    expect(await open(id)).toEqual({
      kind: 'open',
      apiKey: 'canary-credential-1',
      account: null,
      provider: 'hunter',
      generation: 1,
      rejected: false,
    })
    expect(await tablesThatHold(db, 'canary-credential-1')).toEqual([])
    // The search works: it finds a text that is there.
    expect(await tablesThatHold(db, workspaceId)).toContain('connection')
  })

  it('is one for each workspace and provider: a replaced credential is used from the next call on', async () => {
    const id = await connect('first')
    expect(await connect('second')).toBe(id)
    expect(await open(id)).toMatchObject({ kind: 'open', apiKey: 'second', generation: 2 })
    expect(await listConnections(db, workspaceId)).toHaveLength(1)
  })

  it('has one winner when many connect at once for the first time, whose credential opens', async () => {
    const credentials = Array.from({ length: 20 }, (_, n) => `key-${n}`)
    await Promise.all(
      credentials.map((credential) =>
        storeCredential(
          { db, cipher },
          { owner: { workspaceId, provider: 'hunter', connectionId: newId('conn') }, credential, verified: false },
        ),
      ),
    )
    const id = await findConnectionId(db, workspaceId, 'hunter')
    const opened = await open(id ?? '')
    expect(opened).toMatchObject({ kind: 'open', generation: 20 })
    expect(credentials).toContain(opened.kind === 'open' ? opened.apiKey : '')
  })

  it('has its time of verification only when it was verified', async () => {
    const owner = { workspaceId, provider: 'hunter', connectionId: newId('conn') }
    expect(await storeCredential({ db, cipher }, { owner, credential: 'a', verified: true })).toMatchObject({
      status: 'active',
      lastVerifiedAt: expect.any(Date),
    })
    expect(await storeCredential({ db, cipher }, { owner, credential: 'b', verified: false })).toMatchObject({
      status: 'active',
      lastVerifiedAt: null,
    })
  })
})

describe('credentials of two workspaces', () => {
  it('never mix: an id opens for its own workspace only', async () => {
    const other = await buildWorkspace(db)
    const [mine, theirs] = [await connect('mine'), await connect('theirs', { workspaceId: other.id })]
    expect([await open(mine), await open(theirs, other.id)]).toMatchObject([{ apiKey: 'mine' }, { apiKey: 'theirs' }])
    expect([await open(theirs), await open(mine, other.id)]).toEqual([{ kind: 'revoked' }, { kind: 'revoked' }])
    expect([await listConnections(db, workspaceId), await listConnections(db, other.id)]).toMatchObject([
      [{ provider: 'hunter' }],
      [{ provider: 'hunter' }],
    ])
    await revokeConnection(db, other.id, 'hunter')
    expect(await open(mine)).toMatchObject({ kind: 'open', apiKey: 'mine' })
  })

  it('do not open when their rows are swapped inside the database', async () => {
    const other = await buildWorkspace(db)
    const [mine, theirs] = [await connect('mine'), await connect('theirs', { workspaceId: other.id })]
    await db.pool.query(
      'update connection m set ciphertext = t.ciphertext, wrapped_key = t.wrapped_key from connection t where m.id = $1 and t.id = $2',
      [mine, theirs],
    )
    expect(await open(mine)).toEqual({ kind: 'unreadable', keyVersion: 1 })
  })

  it('are not mixed by provider', async () => {
    const [hunter, serper] = [await connect('of hunter'), await connect('of serper', { provider: 'serper' })]
    expect([await open(hunter), await open(serper)]).toMatchObject([
      { apiKey: 'of hunter', provider: 'hunter' },
      { apiKey: 'of serper', provider: 'serper' },
    ])
    await db.pool.query(`update connection set provider = 'tavily' where id = $1`, [serper])
    expect(await open(serper)).toMatchObject({ kind: 'unreadable' })
  })
})

describe('a revocation', () => {
  it('stops the next call, erases the credential, and has the same answer twice', async () => {
    const id = await connect('mine')
    expect(await revokeConnection(db, workspaceId, 'hunter')).toMatchObject({ provider: 'hunter', status: 'revoked' })
    const [once, opened] = [await rowOf(id), await open(id)]
    expect(opened).toEqual({ kind: 'revoked' })
    expect(once).toMatchObject({
      status: 'revoked',
      ciphertext: null,
      wrapped_key: null,
      key_version: null,
      revoked_at: expect.any(String),
    })
    expect(await revokeConnection(db, workspaceId, 'hunter')).toMatchObject({ status: 'revoked' })
    expect((await rowOf(id)).revoked_at).toEqual(once.revoked_at)
    expect(await connectedProviders(db, workspaceId)).toEqual(new Set())
  })

  it('is undone by connecting again, under the same id and as another generation', async () => {
    const id = await connect('first')
    await revokeConnection(db, workspaceId, 'hunter')
    expect(await connect('second')).toBe(id)
    expect(await open(id)).toMatchObject({ kind: 'open', apiKey: 'second', generation: 2 })
    expect(await connectedProviders(db, workspaceId)).toEqual(new Set(['hunter']))
  })

  it('answers null where there is no connection to revoke, also in another workspace', async () => {
    await connect('mine')
    const other = await buildWorkspace(db)
    expect([await revokeConnection(db, workspaceId, 'serper'), await revokeConnection(db, other.id, 'hunter')]).toEqual(
      [null, null],
    )
  })
})

describe('a process without the key', () => {
  it('reports that, and leaves the credential where it is', async () => {
    const id = await connect('mine')
    expect(await openConnection({ db, cipher: testCipher(2) }, { connectionId: id, workspaceId })).toEqual({
      kind: 'unreadable',
      keyVersion: 1,
    })
    expect(await open(id)).toMatchObject({ kind: 'open', apiKey: 'mine' })
  })
})

describe('the account behind a connection', () => {
  const limits = { concurrency: 1, requestsPerSecond: null, burst: null }
  const begin = async (accountId: string) =>
    (
      await beginAttempt(
        db,
        buildAttempt(await buildRun(db, { workspaceId, environment: 'live' }, { status: 'reserved', hold: 0n }), {
          accountId,
          provider: 'hunter',
          limits,
        }),
      )
    ).kind

  it('has separate limits: neither the platform nor another workspace uses them', async () => {
    await announceAccounts(db, [{ slug: 'hunter', usable: true }])
    const other = await buildWorkspace(db)
    const [mine, theirs] = [await connect('mine'), await connect('theirs', { workspaceId: other.id })]
    expect([await begin(connectionAccountId(mine)), await begin(connectionAccountId(mine))]).toEqual([
      'begun',
      'queued',
    ])
    expect([await begin(connectionAccountId(theirs)), await begin('platform:hunter')]).toEqual(['begun', 'begun'])
  })

  it('is not a platform account, and a replaced credential is no longer exhausted', async () => {
    const id = await connect('mine')
    const account = connectionAccountId(id)
    expect((await readAccounts(db)).filter(({ provider }) => provider === 'hunter').length).toBeLessThanOrEqual(1)
    const exhaustedUntil = async () =>
      (await db.pool.query('select exhausted_until from provider_account where id = $1', [account])).rows[0]
        .exhausted_until
    await db.pool.query(`update provider_account set exhausted_until = now() + interval '5 minutes' where id = $1`, [
      account,
    ])
    await connect('another')
    expect(await exhaustedUntil()).toBeNull()
  })
})

describe('the database enforces the rule', () => {
  it.each([
    ['an active connection without a credential', 'ciphertext = null, wrapped_key = null, key_version = null'],
    ['half a credential', 'wrapped_key = null'],
    ['a revoked one that keeps its credential', `status = 'revoked', revoked_at = now()`],
    ['a revoked one without its time', `status = 'revoked', ciphertext = null, wrapped_key = null, key_version = null`],
    ['an active one with a time of revocation', 'revoked_at = now()'],
    ['a data key of another length', `wrapped_key = '\\x00'`],
    ['a credential too short to be sealed', `ciphertext = '\\x00'`],
    ['another status', `status = 'paused'`],
    ['a second one for the same provider', `provider = 'serper'`],
  ])('refuses %s', async (_, change) => {
    await connect('other', { provider: 'serper' })
    const id = await connect('mine')
    await expect(db.pool.query(`update connection set ${change} where id = $1`, [id])).rejects.toThrow(/constraint/)
  })
})
