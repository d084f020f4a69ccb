import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { isDocumentFresh, readClient, storeClientDocument } from '../../../db/oauth/clients.ts'
import { openTestDatabase } from '../build.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

describe('the document of a client', () => {
  it('is used until it is no longer fresh; a later one replaces it', async () => {
    const id = 'https://app.example.com/client.json'
    expect(await isDocumentFresh(db, id)).toBe(false)
    await storeClientDocument(db, { id, name: 'Reporter', metadata: { client_name: 'Reporter' } }, 0)
    expect(await isDocumentFresh(db, id)).toBe(false)
    expect(await readClient(db, id)).toEqual({ client_name: 'Reporter' })
    await storeClientDocument(db, { id, name: 'Writer', metadata: { client_name: 'Writer' } }, 300)
    expect(await isDocumentFresh(db, id)).toBe(true)
    expect(await readClient(db, id)).toEqual({ client_name: 'Writer' })
  })
})
