import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../../db/database.ts'
import { findStoredDocument, readClient, storeClientDocument } from '../../../../db/access/oauth/clients.ts'
import { openTestDatabase } from '../../build.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

describe('the document of a client', () => {
  it('is used until it is no longer fresh; a later one replaces it', async () => {
    const id = 'https://app.example.com/client.json'
    expect(await findStoredDocument(db, id)).toBeNull()
    await storeClientDocument(db, { id, name: 'Reporter', metadata: { client_name: 'Reporter' } }, 0)
    expect(await findStoredDocument(db, id)).toBe('stale')
    expect(await readClient(db, id)).toEqual({ client_name: 'Reporter' })
    await storeClientDocument(db, { id, name: 'Writer', metadata: { client_name: 'Writer' } }, 300)
    expect(await findStoredDocument(db, id)).toBe('fresh')
    expect(await readClient(db, id)).toEqual({ client_name: 'Writer' })
  })
})
