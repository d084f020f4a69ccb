import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { ownKey } from '../../../activities/connections/own-key.ts'
import { createProviderHttp } from '../../../activities/providers/http.ts'
import { loadKnownProviders } from '../../../activities/providers/known-providers.ts'
import { accountWith } from '../../../activities/providers/own-account.ts'
import { revokeConnection } from '../../../db/access/connections/queries.ts'
import type { Database } from '../../../db/database.ts'
import { buildConnection, testCipher } from '../../build/connection.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase } from '../../db/build.ts'
import { fixture } from '../../fixtures/load.ts'
import { type Simulator, startSimulator } from '../../support/http-simulator.ts'

const cipher = testCipher(1)
const http = createProviderHttp()
const facts = loadKnownProviders({})
const logged: unknown[] = []
const log = {
  info: () => undefined,
  warn: () => undefined,
  error: (fields: unknown) => {
    logged.push(fields)
  },
}
let db: Database
let close: () => Promise<void>
let hunter: Simulator
let workspaceId: string
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  hunter = await startSimulator()
})
beforeEach(async () => {
  workspaceId = (await buildWorkspace(db)).id
  hunter.script(fixture('hunter/found'))
})
afterEach(() => hunter.reset())
afterAll(async () => {
  await http.close()
  await hunter.close()
  await close()
})

/** The platform's own key is also there, and must never be used instead. */
const settings = () => ({ hunter: { apiKey: 'platform-key', baseUrl: hunter.url } })
const connect = (credential: string, of = workspaceId) =>
  buildConnection({ db, cipher }, { workspaceId: of, provider: 'hunter', credential })

async function call(
  connectionId: string,
  { of = workspaceId, provider = 'hunter', reads = cipher } = {},
): Promise<string> {
  const deps = { db, cipher: reads, log, accountWith: accountWith({ http, settings: settings(), ...facts }) }
  const key = await ownKey(deps, { provider, connectionId, workspaceId: of })
  if (key.kind === 'notCalled') return key.detail
  const result = await key.account.adapter?.attempt({
    capability: 'contact.find',
    input: { full_name: 'Robin Sample', domain: 'example.com' },
    idempotencyKey: 'run_1:1',
    deadlineMs: 10_000,
    signal: new AbortController().signal,
  })
  return result?.kind ?? 'no adapter'
}
const keysUsed = (): unknown[] => hunter.calls.map(({ headers }) => headers['x-api-key'])

describe('a call by a connected key', () => {
  it("uses its workspace's key, and never the platform's", async () => {
    const other = await buildWorkspace(db)
    const [mine, theirs] = [await connect('mine'), await connect('theirs', other.id)]
    expect(await Promise.all([call(mine), call(theirs, { of: other.id })])).toEqual(['delivered', 'delivered'])
    expect(keysUsed().toSorted()).toEqual(['mine', 'theirs'])
  })

  it('is not made once the key is revoked, however long before the run was planned', async () => {
    const planned = await connect('mine')
    expect(await call(planned)).toBe('delivered')
    await revokeConnection(db, workspaceId, 'hunter')
    expect(await call(planned)).toBe('the connection was revoked before the call')
    expect(keysUsed()).toEqual(['mine'])
  })

  it('uses a replaced key at once', async () => {
    const planned = await connect('first')
    await call(planned)
    await connect('second')
    await call(planned)
    expect(keysUsed()).toEqual(['first', 'second'])
  })

  it.each([
    [
      "with another workspace's connection",
      async () => call(await connect('mine'), { of: (await buildWorkspace(db)).id }),
      'the connection was revoked before the call',
    ],
    [
      'with a connection of another provider',
      async () => call(await connect('mine'), { provider: 'serper' }),
      'the connection was revoked before the call',
    ],
    ['with a connection that never was', () => call('conn_none'), 'the connection was revoked before the call'],
    [
      'without the key that encrypts it',
      async () => call(await connect('mine'), { reads: testCipher(2) }),
      'the stored key cannot be read now',
    ],
  ] as const)('is not made %s', async (_, attempt, detail) => {
    expect([await attempt(), hunter.calls]).toEqual([detail, []])
  })

  it('reports to the operator which key version is missing, and no part of the key', () => {
    expect(logged).toEqual([
      {
        workspace_id: expect.any(String),
        provider: 'hunter',
        connection_id: expect.stringMatching(/^conn_/),
        key_version: 1,
      },
    ])
  })
})
