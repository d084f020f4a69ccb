import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { withoutListed } from '../../../activities/runs/without-listed.ts'
import { matchKeys } from '../../../db/outreach/do-not-process/match.ts'
import type { Json } from '../../../domain/json/json.ts'
import { httpClient, type HttpClient } from '../../support/http.ts'
import { startTestService, type TestService } from '../../support/service.ts'

/** A full list, of hashes, in parts of less than ten megabytes. */
const ENTRIES = 1_000_000
const PER_PART = 150_000
/** The records of one result, of which the list covers one in a hundred. */
const RECORDS = 100_000

let service: TestService
let client: HttpClient
beforeAll(async () => {
  service = await startTestService({ worker: false })
  client = httpClient(service.url, service.workspace.keys.test)
})
afterAll(() => service.stop())

const address = (n: number): string => `p${n}@people.example`
const hashed = (n: number): string => createHash('sha256').update(address(n)).digest('hex')

async function upload(): Promise<void> {
  const made = await client.post('/v1/do-not-process', { name: 'Register', kind: 'email', hash: 'sha256' })
  const path = `/v1/do-not-process/${String(made.at('list_id'))}/entries`
  const parts = Math.ceil(ENTRIES / PER_PART)
  for (let part = 1; part <= parts; part += 1) {
    const count = Math.min(PER_PART, ENTRIES - (part - 1) * PER_PART)
    const text = Array.from({ length: count }, (_, n) => hashed((part - 1) * PER_PART + n)).join('\n')
    const stored = await client.request(`${path}?part=${part}&last=${part === parts}`, {
      method: 'PUT',
      text,
      headers: { 'Content-Type': 'text/csv' },
    })
    expect([stored.status, stored.at('entries')]).toEqual([200, count])
  }
  expect((await client.get(path.replace('/entries', ''))).at('entries')).toBe(ENTRIES)
}

it('a full list finds every entry and nothing else, and no record of a result of any size is left', async () => {
  await upload()
  const owner = { workspaceId: service.workspace.id, environment: 'test' } as const
  const keyed = Array.from({ length: 20_000 }, (_, n) => n * 100 - 1_000_000)
  const matched = await matchKeys(
    service.db,
    owner,
    keyed.map((n) => ({ kind: 'email', value: address(n) })),
  )
  expect([...matched.keys()].toSorted((a, b) => a - b).map((at) => keyed[at])).toEqual(keyed.filter((n) => n >= 0))

  const records: Json[] = Array.from({ length: RECORDS }, (_, n) => ({
    name: `Person ${n}`,
    email: address(n % 100 === 0 ? n : ENTRIES + n),
  }))
  const run = {
    ...owner,
    capability: null,
    rawRequest: null,
    input: {},
    price: null,
    plain: true,
    filtered: true,
    law: null,
  }
  const result = { kind: 'delivered', output: { data: { people: records } }, raw: null, units: 1 } as const
  const left = await withoutListed(service, run, result)
  if (left.kind !== 'delivered') throw new Error(left.detail)
  expect(left.removed).toEqual({ records: RECORDS / 100, billed: true })
  expect(left.output).toEqual({ data: { people: records.filter((_, n) => n % 100 !== 0) } })
}, 600_000)
