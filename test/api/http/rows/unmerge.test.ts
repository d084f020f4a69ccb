import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { HttpAnswer } from '../../../support/http.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'
import { type TablesClient, tablesClient } from '../tables/tables-client.ts'
import { dataOf, importCsv, rowsOf } from './rows-client.ts'

let service: SharedService
beforeAll(async () => {
  service = await sharedTestService()
})
afterAll(() => service.stop())

const OFFICE = '+1 415 555 0132'
const ADA = { email: 'ada@example.com', full_name: 'Ada Example', phone: OFFICE }
const pathOf = (key: string, what: string): string => `/v1/tables/leads/rows/${encodeURIComponent(key)}/${what}`

const unmerge = ({ http }: TablesClient, key: string, body: object = {}): Promise<HttpAnswer> =>
  http.post(pathOf(key, 'unmerge'), body)
const mergesOf = async ({ http }: TablesClient, key: string): Promise<unknown[]> =>
  rowsOf(await http.get(pathOf(key, 'changes'))).map(({ merges = [] }) => merges)
const emailsOf = async ({ http }: TablesClient): Promise<unknown[]> =>
  (await dataOf(http, 'leads')).map(({ email }) => email)

describe('colleagues with one phone number', () => {
  it('are a row each, in a write and in a file', async () => {
    const client = await tablesClient(service)
    const people = ['ada', 'bob', 'cleo'].map((name) => ({
      email: `${name}@example.com`,
      full_name: `${name} Example`,
      phone: OFFICE,
    }))
    const written = await client.write('leads', people)
    expect(written.body).toMatchObject({ inserted: 3, conflicts: [] })
    const file = people.map(({ email, full_name: name }) => `${email.replace('example', 'other')},${name},${OFFICE}`)
    const imported = await importCsv(client.http, 'more', `email,full_name,phone\n${file.join('\n')}\n`)
    expect(imported.body).toMatchObject({ inserted: 3, conflicts: [] })
    expect([written.at('merged'), imported.at('merged')]).toEqual([undefined, undefined])
    expect(await emailsOf(client)).toEqual(['ada@example.com', 'bob@example.com', 'cleo@example.com'])
  })
})

describe('a merge of rows', () => {
  it('is in the answer, in the changes of the row, and can be undone', async () => {
    const client = await tablesClient(service)
    await client.write('leads', [{ ...ADA, title: 'CTO', status: 'won' }])
    const written = await client.write('leads', [{ phone: OFFICE, title: 'Clerk', city: 'London', status: 'new' }])
    expect(written.body).toMatchObject({
      updated: 1,
      merged: [
        {
          index: 0,
          key: 'ada@example.com',
          identity: '+14155550132',
          reason: 'Same phone number; nothing contradicts.',
        },
      ],
    })
    expect(await mergesOf(client, ADA.email)).toEqual([
      [{ merge: 1, kind: 'phone', reason: 'Same phone number; nothing contradicts.' }],
      [],
    ])
    const undone = await unmerge(client, ADA.email)
    expect([undone.status, undone.body]).toMatchObject([
      200,
      {
        table: 'leads',
        merge: 1,
        identity: '+14155550132',
        row: { ...ADA, key: 'ada@example.com', title: 'CTO' },
        part: { key: '+14155550132', title: 'Clerk', city: 'London', status: 'new' },
      },
    ])
    expect(undone.at('row', 'city')).toBeUndefined()
    expect(await mergesOf(client, ADA.email)).toEqual([[], [], []])
    expect((await unmerge(client, ADA.email)).body).toMatchObject({ error: { code: 'not_found', param: '/merge' } })
    // What is written about the number now belongs to its own row.
    const again = await client.write('leads', [{ phone: OFFICE, city: 'Paris' }])
    expect([again.at('keys', 'updated'), again.at('merged')]).toEqual([['+14155550132'], undefined])
  })

  it('gives back two addresses of one name, each as a person of their own, permanently', async () => {
    const client = await tablesClient(service)
    await client.write('leads', [ADA])
    const other = { ...ADA, email: 'ada@other.example' }
    const merged = await importCsv(
      client.http,
      'leads',
      `email,full_name,phone\n${other.email},Ada Example,${OFFICE}\n`,
    )
    expect(merged.body).toMatchObject({
      merged: [{ line: 2, reason: 'Same phone number and a matching name; another email address.' }],
    })
    expect(await emailsOf(client)).toEqual(['ada@other.example'])
    expect((await unmerge(client, other.email, { merge: 1 })).body).toMatchObject({
      row: { email: 'ada@example.com' },
      part: { email: 'ada@other.example' },
    })
    const again = await client.write('leads', [ADA, other])
    expect([again.at('unchanged'), again.at('conflicts'), again.at('merged')]).toEqual([2, [], undefined])
    expect(await emailsOf(client)).toEqual(['ada@example.com', 'ada@other.example'])
  })

  it('keeps what was changed again, and is taken apart in any order', async () => {
    const client = await tablesClient(service)
    await client.write('leads', [{ ...ADA, city: 'London', title: 'CTO' }])
    await client.write('leads', [{ mobile: OFFICE, whatsapp: '+14155550177', city: 'Paris', title: 'COO' }])
    await client.write('leads', [{ email: 'bob@example.com', linkedin_url: 'linkedin.com/in/ada', full_name: 'Ada' }])
    await client.http.patch('/v1/tables/leads/rows', { keys: [ADA.email], set: { title: 'CEO' } })
    const undone = await unmerge(client, ADA.email, { merge: 1 })
    expect(undone.body).toMatchObject({
      row: { email: ADA.email, city: 'London', title: 'CEO', phone: OFFICE },
      part: { mobile: OFFICE, city: 'Paris', title: 'COO' },
    })
    expect(undone.at('row', 'mobile')).toBeUndefined()
  })

  it('that leaves the part without a separate identity cannot be undone', async () => {
    const client = await tablesClient(service)
    await client.write('leads', [{ email: ADA.email, full_name: 'Ada Example' }])
    await client.write('leads', [{ email: ADA.email, full_name: 'Bob Sample' }])
    expect(await mergesOf(client, ADA.email)).toMatchObject([[{ reason: 'Same email address; another name.' }], []])
    const refused = await unmerge(client, ADA.email)
    expect([refused.status, refused.at('error', 'message')]).toEqual([
      400,
      expect.stringContaining('the part has no identity but those of the row'),
    ])
  })

  it('of an address that two people share leaves it to the first', async () => {
    const client = await tablesClient(service)
    await client.write('leads', [{ email: ADA.email, full_name: 'Ada Example', title: 'CTO' }])
    const bob = { email: ADA.email, full_name: 'Bob Sample', linkedin_url: 'linkedin.com/in/bob-sample' }
    await client.write('leads', [bob])
    expect((await unmerge(client, ADA.email)).body).toMatchObject({
      row: { key: ADA.email, full_name: 'Ada Example', title: 'CTO' },
      part: { key: 'https://www.linkedin.com/in/bob-sample', full_name: 'Bob Sample' },
    })
    const again = await client.write('leads', [{ ...bob, city: 'London' }])
    expect([again.at('keys', 'updated'), again.at('merged')]).toEqual([
      ['https://www.linkedin.com/in/bob-sample'],
      undefined,
    ])
  })
})

describe('people who have only the number or the address of their office', () => {
  it('are a row each, found again by name and by key, and a number is free after a deletion', async () => {
    const client = await tablesClient(service)
    const people = [
      { full_name: 'Ada Example', phone: OFFICE },
      { full_name: 'Bob Sample', phone: OFFICE },
      { full_name: 'Ada Example', email: 'info@example.com', company: 'Example' },
      { full_name: 'Cy Third', email: 'info@example.com' },
    ]
    const keys = ['+14155550132', '+14155550132 (2)', 'info@example.com', 'info@example.com (2)']
    expect((await client.write('leads', people)).at('keys', 'inserted')).toEqual(keys)
    expect((await client.write('leads', people)).at('unchanged')).toBe(4)
    const replacing = { full_name: 'Bob Sample', phone: OFFICE, city: 'Paris' }
    const replaced = await client.write('leads', [replacing], { mode: 'replace' })
    expect(replaced.at('keys', 'updated')).toEqual(['+14155550132 (2)'])
    await client.http.post('/v1/tables/leads/rows/delete', { keys: ['+14155550132', 'info@example.com (2)'] })
    const next = await client.write('leads', [{ full_name: 'Dana Ejemplo', phone: OFFICE }])
    expect(next.at('keys', 'inserted')).toEqual(['+14155550132'])
    expect(rowsOf(await client.http.get(pathOf('+14155550132 (2)', 'changes')))).toHaveLength(2)
    const listed = rowsOf(await client.http.post('/v1/tables/leads/rows/query', { where: { city: 'Paris' } }))
    expect(listed).toMatchObject([{ key: '+14155550132 (2)', full_name: 'Bob Sample' }])
  })
})

describe('people of one company whose names are in columns of any spelling', () => {
  it('are refused with the reason, over one call or two', async () => {
    const client = await tablesClient(service)
    const heading = 'First Name,Last Name,Title,company,domain'
    const lines = ['Ada,Example,CTO,Example,example.com', 'Bob,Sample,COO,Example,example.com']
    for (const file of [lines.join('\n'), ...lines]) {
      const { body } = await importCsv(client.http, 'leads', `${heading}\n${file}\n`)
      expect(body).toMatchObject({ inserted: 0, updated: 0 })
      expect(JSON.stringify(body)).toContain("the domain next to a person's name is the employer's")
    }
  })
})
