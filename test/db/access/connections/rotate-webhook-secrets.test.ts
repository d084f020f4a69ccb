import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { rotateCredentials } from '../../../../db/access/connections/rotate.ts'
import type { Database } from '../../../../db/database.ts'
import { newId } from '../../../../db/ids.ts'
import { createWebhook, rotateSecret } from '../../../../usecases/webhooks/endpoints.ts'
import { makeSecret, webhookSecretContext } from '../../../../db/delivery/webhooks/secret.ts'
import { buildConnection, testCipher } from '../../../build/connection.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase } from '../../build.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

/** Every secret of an endpoint, opened by this cipher, the current one first. */
async function opened(webhookId: string, cipher: ReturnType<typeof testCipher>): Promise<string[]> {
  const { rows } = await db.pool.query<{
    id: string
    workspace_id: string
    ciphertext: Buffer
    wrapped_key: Buffer
    key_version: number
  }>('select * from webhook_secret where webhook_id = $1 order by expires_at nulls first', [webhookId])
  return rows.map(({ id, workspace_id: workspaceId, ciphertext, wrapped_key: wrappedKey, key_version: keyVersion }) => {
    const result = cipher.open(webhookSecretContext(workspaceId, id), {
      keyVersion,
      ciphertext: ciphertext.toString('base64'),
      wrappedKey: wrappedKey.toString('base64'),
    })
    return result.kind === 'opened' ? result.credential : result.kind
  })
}

describe('rotation of the encryption key', () => {
  it("rewraps webhooks' secrets, also those that still sign after a rotation, with the connections'", async () => {
    const [old, both, renewed] = [testCipher(1), testCipher(1, 2), testCipher(2)]
    const workspaceId = (await buildWorkspace(db)).id
    await buildConnection({ db, cipher: old }, { workspaceId, provider: 'hunter', credential: 'key' })
    const expected = new Map<string, string[]>()
    for (let n = 0; n < 3; n += 1) {
      const name = { id: newId('wh'), workspaceId, environment: 'live' as const }
      const [first, second] = [makeSecret(old, workspaceId), makeSecret(old, workspaceId)]
      await createWebhook(db, name, { url: 'https://example.com/', events: [], description: null, secret: first })
      await rotateSecret(db, name, { secret: second, overlapMs: 1_000_000 })
      expected.set(name.id, [second.text, first.text])
    }
    const [id] = [...expected.keys()]
    expect(await opened(id ?? '', renewed)).toEqual(['unknownKey', 'unknownKey'])
    expect(await rotateCredentials({ db, cipher: both, batch: 2 })).toEqual({
      keyVersion: 2,
      rewrapped: 7,
      overtaken: 0,
      leftBehind: [],
    })
    for (const [webhookId, secrets] of expected) expect(await opened(webhookId, renewed)).toEqual(secrets)
    expect(await rotateCredentials({ db, cipher: renewed })).toEqual({
      keyVersion: 2,
      rewrapped: 0,
      overtaken: 0,
      leftBehind: [],
    })
  })

  it('reports a secret that does not open, and leaves it as it is', async () => {
    const workspaceId = (await buildWorkspace(db)).id
    const secret = makeSecret(testCipher(1), workspaceId)
    await createWebhook(
      db,
      { id: newId('wh'), workspaceId, environment: 'test' },
      { url: 'https://example.com/', events: [], description: null, secret },
    )
    expect(await rotateCredentials({ db, cipher: testCipher(2, 3) })).toMatchObject({
      leftBehind: [{ id: secret.id, keyVersion: 1, reason: 'unknownKey' }],
    })
  })
})
