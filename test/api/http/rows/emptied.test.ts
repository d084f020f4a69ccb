import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { startTestService, type TestService } from '../../../support/service.ts'
import { dataOf, importCsv } from './rows-client.ts'
import { tablesClient } from '../tables/tables-client.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ worker: false })
})
afterAll(() => service.stop())

it('keeps a known contact whatever door states that nothing is known, and states how many values were empty', async () => {
  const client = await tablesClient(service)
  const ada = {
    email: 'ada@example.com',
    linkedin_url: 'https://www.linkedin.com/in/ada-example',
    phone: '+493023125125',
    title: 'CTO',
  }
  await client.write('leads', [ada])
  const file = await importCsv(
    client.http,
    'leads',
    'email;linkedin_url;phone;title\nk.A.;linkedin.com/in/ada-example;N.N.;k.A.\nada@example.com;(leer);-;CTO\n',
  )
  expect(file.body).toMatchObject({ updated: 1, refused: [] })
  expect(file.at('hints')).toContainEqual(expect.stringMatching(/^4 values mean that nothing is known/))
  const json = await client.http.post('/v1/tables/leads/rows', {
    rows: [{ ...ada, email: 'n/a' }, { linkedin_url: ada.linkedin_url, phone: 'null' }, { email: 'none' }],
  })
  expect(json.body).toMatchObject({ refused: [{ index: 2 }] })
  expect(json.at('hints')).toContainEqual(expect.stringMatching(/^2 values mean that nothing is known/))
  const update = (set: object) => client.http.patch('/v1/tables/leads/rows', { keys: ['ada@example.com'], set })
  const changed = await update({ email: 'n/a', phone: '--', title: 'N/A' })
  expect(changed.at('hints')).toEqual([expect.stringMatching(/^2 values .*`email`, `phone`.* null removes a value\.$/)])
  expect((await update({ email: 'n/a' })).status).toBe(200)
  expect(await dataOf(client.http, 'leads')).toMatchObject([{ ...ada, title: 'N/A' }])
  await update({ phone: null })
  const [row] = await dataOf(client.http, 'leads')
  expect(row).not.toHaveProperty('phone')
})

it('stores cells without blanks at their ends, and states in which column a misplaced contact belongs', async () => {
  const client = await tablesClient(service)
  const clean = 'https://www.linkedin.com/in/ada-example'
  const lines = [
    'email;full_name;phone;linkedin_url',
    `\u00a0ada@example.com ;" Ada\u00a0Example\u200b\u00a0";;${clean}?trk=people-guest_people_search-card`,
    'kim@example.com;Kim;kim@example.org;',
    '+49 30 23125125;Robin;;linkedin.com/in/robin-sample',
    'a@x@@y;Sam;;',
  ]
  const done = await importCsv(client.http, 'cells', `${lines.join('\n')}\n`)
  expect(done.body).toMatchObject({ inserted: 3, refused: [{ line: 5 }] })
  expect(done.text).toContain('`phone` has an email address, which belongs into a field like `email`')
  expect(done.text).toContain('`email` has a phone number, which belongs into a field like `phone`')
  expect(done.text).toContain('`email` has more than one @')
  const rows = await dataOf(client.http, 'cells')
  expect(rows.find(({ full_name: name }) => name === 'Ada\u00a0Example')).toMatchObject({
    email: 'ada@example.com',
    linkedin_url: clean,
  })
})
