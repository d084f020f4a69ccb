import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { findContact, runClient } from '../../../support/run-client.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'

let service: SharedService
const made: string[] = []
beforeAll(async () => {
  service = await sharedTestService()
  const client = runClient(service.url, service.workspace.keys.test)
  for (const scenario of ['', '+no-match', '+error', '', ''])
    made.unshift((await client.run(findContact(scenario))).body.run_id)
  made.unshift((await client.run({ capability: 'contact.verify', input: { email: 'ada@example.com' } })).body.run_id)
})
afterAll(() => service.stop())

const list = (query = '') => runClient(service.url, service.workspace.keys.test).list(query)
const ids = async (query: string) => (await list(query)).body.items.map(({ run_id }) => run_id)

describe('GET /v1/runs', () => {
  it('lists newest first, without results', async () => {
    const { body } = await list()
    expect(body.items.map(({ run_id }) => run_id)).toEqual(made)
    expect(body.next_cursor).toBeNull()
    expect(body.items.every((run) => run.result === undefined && run.attempts.length > 0)).toBe(true)
  })

  it('pages by cursor, each run once', async () => {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await list(`?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
      seen.push(...body.items.map(({ run_id }) => run_id))
      cursor = body.next_cursor
    }
    expect(seen).toEqual(made)
    expect((await list('?cursor=nothing')).status).toBe(400)
  })

  it('filters by every member', async () => {
    expect(await ids('?status=no_match')).toEqual([made[4]])
    expect(await ids('?capability=contact.verify')).toEqual([made[0]])
    expect(await ids('?status=succeeded&provider=sandbox-alpha')).toEqual([made[0], made[1], made[2], made[5]])
    expect(await ids(`?api_key_id=${service.workspace.keyIds.test}`)).toEqual(made)
    expect(await ids(`?api_key_id=${service.workspace.keyIds.live}`)).toEqual([])
    expect(await ids('?endpoint=/nothing')).toEqual([])
  })

  it('lists a run that no provider served for no provider', async () => {
    expect(await ids('?status=failed')).toEqual([made[3]])
    for (const provider of ['sandbox-alpha', 'sandbox-beta'])
      for (const status of ['failed', 'no_match'])
        expect(await ids(`?status=${status}&provider=${provider}`)).toEqual([])
  })

  it('refuses unknown limits and members', async () => {
    for (const query of ['?limit=0', '?limit=201', '?status=done', '?page=2'])
      expect([query, (await list(query)).status]).toEqual([query, 400])
  })

  it('shows each environment its own runs only', async () => {
    expect((await runClient(service.url, service.workspace.keys.live).list()).body.items).toEqual([])
  })
})

describe('GET /v1/runs/{run_id}', () => {
  const get = (runId: string, wait = 0) => runClient(service.url, service.workspace.keys.test).get(runId, wait)

  it('answers a failed run with 200 and its error', async () => {
    expect(await get(made[3] ?? '')).toMatchObject({
      status: 200,
      body: { status: 'failed', done: true, error: { code: 'provider_error' } },
    })
  })

  it('long-polls until the run has finished', async () => {
    const client = runClient(service.url, service.workspace.keys.test)
    const { body } = await client.run(findContact('+slow-3', { async: true }))
    expect((await get(body.run_id)).body.done).toBe(false)
    expect((await get(body.run_id, 30)).body).toMatchObject({ status: 'succeeded', done: true })
  })

  it('does not find an unknown id', async () => {
    expect(await get('run_00000000000000000000000000')).toMatchObject({
      status: 404,
      body: { error: { code: 'invalid_request' } },
    })
  })
})
