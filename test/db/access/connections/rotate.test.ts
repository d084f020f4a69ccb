import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { OWN_WEBHOOK_SEAL } from '../../../../domain/connections/own-webhook.ts'
import { openOwnWebhook } from '../../../../db/access/connections/own-webhook.ts'
import { recordOwnWebhook } from '../../../../usecases/outreach/record-own-webhook.ts'
import { openConnection } from '../../../../db/access/connections/open.ts'
import { revokeConnection } from '../../../../db/access/connections/queries.ts'
import { REWRAP_CREDENTIALS, rotateCredentials } from '../../../../db/access/connections/rotate.ts'
import type { Database } from '../../../../db/database.ts'
import { buildConnection, testCipher } from '../../../build/connection.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase } from '../../build.ts'

let db: Database
let close: () => Promise<void>
let workspaces: TestWorkspace[]
const WORKSPACES = 5
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  workspaces = await Promise.all(Array.from({ length: WORKSPACES }, () => buildWorkspace(db)))
})
afterAll(() => close())
beforeEach(async () => {
  await db.pool.query('delete from connection_webhook')
  await db.pool.query('delete from connection')
})

const old = testCipher(1)
const both = testCipher(1, 2)
const renewed = testCipher(2)

const connectAll = (cipher = old) =>
  Promise.all(
    workspaces.flatMap(({ id: workspaceId }) =>
      ['hunter', 'serper'].map(async (provider) => ({
        workspaceId,
        connectionId: await buildConnection(
          { db, cipher },
          { workspaceId, provider, credential: `${workspaceId} ${provider}` },
        ),
      })),
    ),
  )
const openAll = (connections: readonly { workspaceId: string; connectionId: string }[], cipher = renewed) =>
  Promise.all(connections.map((one) => openConnection({ db, cipher }, one)))
const keysOf = (opened: readonly Awaited<ReturnType<typeof openConnection>>[]) =>
  opened.map((one) => (one.kind === 'open' ? one.apiKey : one.kind))
const COUNT = 2 * WORKSPACES

describe('rotation', () => {
  it('wraps every credential with the newest key, so that the old one can be removed', async () => {
    const connections = await connectAll()
    expect(keysOf(await openAll(connections))).toEqual(connections.map(() => 'unreadable'))
    expect(await rotateCredentials({ db, cipher: both, batch: 3 })).toEqual({
      keyVersion: 2,
      rewrapped: COUNT,
      overtaken: 0,
      leftBehind: [],
    })
    expect(keysOf(await openAll(connections))).toEqual(
      connections.flatMap(({ workspaceId }, n) => [`${workspaceId} ${n % 2 === 0 ? 'hunter' : 'serper'}`]),
    )
  })

  it('wraps the secret of a webhook in an own account with the newest key', async () => {
    const [{ id: workspaceId = '' } = {}] = workspaces
    const named = { workspaceId, provider: 'agentmail' }
    const connectionId = await buildConnection({ db, cipher: old }, { ...named, credential: 'key' })
    const sealed = old.seal({ ...named, provider: OWN_WEBHOOK_SEAL, connectionId }, 'the secret')
    await recordOwnWebhook(db, { workspaceId, connectionId, url: 'https://api.example.com', sealed })
    expect(await rotateCredentials({ db, cipher: both })).toMatchObject({ rewrapped: 2, leftBehind: [] })
    expect(await openOwnWebhook({ db, cipher: renewed }, { ...named, connectionId })).toEqual({
      kind: 'opened',
      credential: 'the secret',
    })
  })

  it('has no work the second time', async () => {
    await connectAll()
    await rotateCredentials({ db, cipher: both })
    expect(await rotateCredentials({ db, cipher: both })).toEqual({
      keyVersion: 2,
      rewrapped: 0,
      overtaken: 0,
      leftBehind: [],
    })
  })

  it('continues where it was stopped', async () => {
    const connections = await connectAll()
    const stopped = { ...db, query: failingAfter(db, 2) }
    await expect(rotateCredentials({ db: stopped, cipher: both, batch: 2 })).rejects.toThrow('the power is gone')
    const {
      rows: [done],
    } = await db.pool.query('select count(*)::integer as n from connection where key_version = 2')
    expect(done.n).toBe(4)
    // Meanwhile both kinds open.
    expect(keysOf(await openAll(connections, both)).filter((key) => key.startsWith('ws_'))).toHaveLength(COUNT)
    expect(await rotateCredentials({ db, cipher: both, batch: 2 })).toMatchObject({
      rewrapped: COUNT - 4,
      leftBehind: [],
    })
  })

  it('reports what an unknown key has wrapped, leaves it unchanged, and wraps the rest', async () => {
    await connectAll()
    const [first] = workspaces
    const strange = await buildConnection(
      { db, cipher: testCipher(7) },
      { workspaceId: first?.id ?? '', provider: 'tavily', credential: 'strange' },
    )
    expect(await rotateCredentials({ db, cipher: both })).toEqual({
      keyVersion: 2,
      rewrapped: COUNT,
      overtaken: 0,
      leftBehind: [{ id: strange, keyVersion: 7, reason: 'unknownKey' }],
    })
    expect(
      await openConnection({ db, cipher: testCipher(7) }, { connectionId: strange, workspaceId: first?.id ?? '' }),
    ).toMatchObject({ apiKey: 'strange' })
  })

  it('reports what does not open with the key that it names', async () => {
    const [one] = await connectAll()
    await db.pool.query(`update connection set wrapped_key = decode(repeat('00', 60), 'hex') where id = $1`, [
      one?.connectionId,
    ])
    expect(await rotateCredentials({ db, cipher: both })).toMatchObject({
      rewrapped: COUNT - 1,
      leftBehind: [{ id: one?.connectionId, reason: 'damaged' }],
    })
  })

  it('leaves revoked connections alone: they have no credential', async () => {
    await connectAll()
    const [first] = workspaces
    await revokeConnection(db, first?.id ?? '', 'hunter')
    expect(await rotateCredentials({ db, cipher: both })).toMatchObject({ rewrapped: COUNT - 1, leftBehind: [] })
  })

  it('never overwrites a credential that was replaced or revoked after it was read', async () => {
    const connections = await connectAll()
    const [first, second] = workspaces
    const meddling: Database['query'] = async (statement, values) => {
      if (statement.name === REWRAP_CREDENTIALS.name) {
        await buildConnection(
          { db, cipher: old },
          { workspaceId: first?.id ?? '', provider: 'hunter', credential: 'replaced' },
        )
        await revokeConnection(db, second?.id ?? '', 'serper')
      }
      return db.query(statement, values)
    }
    const report = await rotateCredentials({ db: { ...db, query: meddling }, cipher: both, batch: 1_000 })
    expect(report.overtaken).toBeGreaterThanOrEqual(2)
    // A later round finds a replacement by a process that still encrypts with the old key.
    await rotateCredentials({ db, cipher: both })
    const keys = keysOf(await openAll(connections))
    expect([keys[0], keys[3], keys[1]]).toEqual(['replaced', 'revoked', `${first?.id} serper`])
  })

  it('during connects and revocations loses no credential: each is the last one stored, wrapped with the newest key', async () => {
    const connections = await connectAll()
    const last = new Map<string, string>()
    const rotation = { over: false }
    const traffic = workspaces.map(async ({ id: workspaceId }, index) => {
      for (let n = 0; !rotation.over || n < 20; n += 1) {
        const credential = `${workspaceId} hunter ${n}`
        // Half of the processes have the new key already.
        await buildConnection(
          { db, cipher: index % 2 === 0 ? old : both },
          { workspaceId, provider: 'hunter', credential },
        )
        last.set(workspaceId, credential)
      }
    })
    for (let round = 0; round < 5; round += 1) await rotateCredentials({ db, cipher: both, batch: 2 })
    rotation.over = true
    await Promise.all(traffic)
    expect(await rotateCredentials({ db, cipher: both, batch: 2 })).toMatchObject({ leftBehind: [] })
    expect(keysOf(await openAll(connections))).toEqual(
      connections.map(({ workspaceId }, n) => (n % 2 === 0 ? last.get(workspaceId) : `${workspaceId} serper`)),
    )
  })
})

/** A database whose writes stop after this number. */
function failingAfter(real: Database, writes: number): Database['query'] {
  let left = writes
  return async (statement, values) => {
    if (statement.name === REWRAP_CREDENTIALS.name) {
      if (left === 0) throw new Error('the power is gone')
      left -= 1
    }
    return real.query(statement, values)
  }
}
