import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CONNECTED_APPS_MAX, readGrant, revokeApp } from '../../../../db/access/connected-apps/grants.ts'
import { connectApp } from '../../../../usecases/access/connect-app.ts'
import { disconnectApp, findAccess, listApps } from '../../../../db/access/connected-apps/queries.ts'
import type { Database } from '../../../../db/database.ts'
import { newId } from '../../../../db/ids.ts'
import { consumeArtifact, findArtifact, storeArtifact } from '../../../../db/access/oauth/artifacts.ts'
import { readClient, registerClient } from '../../../../db/access/oauth/clients.ts'
import { buildConnectedApp } from './connected-app.ts'
import { buildSession } from '../../../build/session.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase } from '../../build.ts'

let db: Database
let close: () => Promise<void>
let workspace: TestWorkspace
const URL = 'https://api.example.com'
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  workspace = await buildWorkspace(db)
})
afterAll(() => close())

const build = () => buildConnectedApp({ db, url: URL }, workspace.id, ['read', 'run'])
const code = (id = randomUUID()) => ({ kind: 'AuthorizationCode', id }) as const

describe('codes and tokens', () => {
  it('are used up once; another use revokes the entire grant', async () => {
    const { appId, token } = await build()
    const name = code()
    await storeArtifact(db, name, { appId, payload: {}, secondsToLive: 60 })
    const uses = await Promise.all(Array.from({ length: 5 }, () => consumeArtifact(db, name)))
    expect(uses.filter((first) => first)).toHaveLength(1)
    expect([await readGrant(db, appId), await findAccess(db, token, URL), await findArtifact(db, name)]).toEqual([
      null,
      null,
      null,
    ])
  })

  it('are issued for no grant that has ended', async () => {
    const { appId } = await build()
    await revokeApp(db, appId)
    expect(await storeArtifact(db, code(), { appId, payload: {}, secondsToLive: 60 })).toBe(false)
    expect(await storeArtifact(db, code(), { appId: newId('app'), payload: {}, secondsToLive: 60 })).toBe(false)
  })

  it('have a limit that never disconnects their app', async () => {
    const { appId } = await build()
    await db.pool.query(
      `insert into oauth_artifact (kind, id_hash, app_id, payload, expires_at)
      select 'RefreshToken', sha256(('pile ' || n)::bytea), $1, '{}', clock_timestamp() + interval '30 days'
        from generate_series(1, 20000) n`,
      [appId],
    )
    const token = randomUUID()
    await storeArtifact(
      db,
      { kind: 'AccessToken', id: token },
      { appId, payload: { aud: URL, scope: 'read' }, secondsToLive: 3_600 },
    )
    expect(await findAccess(db, token, URL)).toMatchObject({ appId })
    expect(await disconnectApp(db, workspace.id, appId)).toMatchObject({ id: appId })
    expect([await findAccess(db, token, URL), await readGrant(db, appId)]).toEqual([null, null])
    const {
      rows: [left],
    } = await db.pool.query('select count(*)::integer as n from oauth_artifact where app_id = $1', [appId])
    expect(left.n).toBe(19_502)
  })

  it('are deleted after they expire, some with each new one, and the others stay', async () => {
    const { appId, token } = await build()
    const old = Array.from({ length: 50 }, () => code())
    for (const name of old) await storeArtifact(db, name, { appId, payload: {}, secondsToLive: 60 })
    await db.pool.query(
      `update oauth_artifact set expires_at = expires_at - interval '2 minutes' where kind = 'AuthorizationCode'`,
    )
    const count = async () =>
      (await db.pool.query(`select count(*)::integer as n from oauth_artifact where expires_at < now()`)).rows[0].n
    const left: number[] = []
    for (let stored = 0; stored < 3; stored += 1) {
      await storeArtifact(db, code(), { appId, payload: {}, secondsToLive: 60 })
      left.push(await count())
    }
    expect(left).toEqual([30, 10, 0])
    expect(await findAccess(db, token, URL)).toEqual({
      appId,
      workspaceId: workspace.id,
      scopes: ['read', 'run'],
      role: 'owner',
    })
    expect(await findAccess(db, token, 'https://other.example.com')).toBeNull()
  })
})

describe('clients', () => {
  it('are deleted when they were not connected within a month, and never once they have a grant, even a revoked one', async () => {
    const used = await build()
    await revokeApp(db, used.appId)
    const unused = `client_${'u'.repeat(22)}`
    await registerClient(db, { id: unused, name: 'unused', metadata: {} })
    await db.pool.query(`update oauth_client set forgotten_at = forgotten_at - interval '31 days'`)
    await registerClient(db, { id: `client_${'n'.repeat(22)}`, name: 'new', metadata: {} })
    expect([await readClient(db, unused), (await readClient(db, used.clientId)) === null]).toEqual([null, false])
  })
})

describe('the apps of a workspace', () => {
  it('are bounded, however many are connected at once', async () => {
    const { id: workspaceId } = await buildWorkspace(db)
    const { userId } = await buildSession(db, workspaceId)
    const clients = Array.from({ length: CONNECTED_APPS_MAX + 5 }, (_, index) => `client_bounded_${index}`)
    await Promise.all(clients.map((id) => registerClient(db, { id, name: id, metadata: {} })))
    const connect = (clientId: string) =>
      connectApp(db, {
        id: newId('app'),
        workspaceId,
        userId,
        clientId,
        name: clientId,
        scopes: ['read'],
        resources: [URL],
        budget: null,
      })
    const connected = await Promise.all(clients.map(connect))
    expect(connected.filter((done) => done)).toHaveLength(CONNECTED_APPS_MAX)
    const [first = ''] = clients.filter((_, index) => connected[index] === true)
    // An app that connects again keeps its position.
    expect(await connect(first)).toBe(true)
    expect(await listApps(db, workspaceId)).toHaveLength(CONNECTED_APPS_MAX)
  })
})
