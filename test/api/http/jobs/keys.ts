import { expect } from '@jest/globals'
import { buildSession } from '../../../build/session.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { type HttpClient, httpClient } from '../../../support/http.ts'
import type { SharedService } from '../../../support/service.ts'

export interface JobKeys {
  /** A key that may do all that keys may. */
  readonly owner: HttpClient
  readonly limited: HttpClient
  readonly person: HttpClient
}

/** A workspace: its owner, its unlimited key, and one with these limits. */
export async function keysOf({ db, url }: SharedService, allow: object): Promise<JobKeys> {
  const workspace = await buildWorkspace(db)
  const person = httpClient(url, (await buildSession(db, workspace.id)).token)
  const minted = await person.post('/v1/api-keys', { name: 'Agent', environment: 'test', allow })
  expect(minted.status).toBe(200)
  return {
    owner: httpClient(url, workspace.keys.test),
    limited: httpClient(url, String(minted.at('api_key'))),
    person,
  }
}
