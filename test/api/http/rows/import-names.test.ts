import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { startTestService, type TestService } from '../../../support/service.ts'
import { dataOf, importCsv } from './rows-client.ts'
import { type TablesClient, tablesClient } from '../tables/tables-client.ts'

let service: TestService
let client: TablesClient
beforeAll(async () => {
  service = await startTestService({ worker: false })
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await tablesClient(service)
})

const send = (text: string, query: Record<string, string> = {}) => importCsv(client.http, 'leads', text, { query })

describe('a file without `map`', () => {
  const FILE = 'Vorname;Firma;E-Mail;Notiz\nAda;Example Engines;ada@example.com;x\n'
  const MAPPED = { Vorname: 'first_name', Firma: 'company', 'E-Mail': 'email' }

  it('has its columns renamed as suggested where no line has an identity under their own names', async () => {
    const read = await send(FILE, { dry_run: 'true' })
    expect([read.at('inserted'), read.at('mapped')]).toEqual([0, MAPPED])
    const done = await send(FILE)
    expect(done.body).toMatchObject({ inserted: 1, refused: [], mapped: MAPPED })
    expect(done.at('hints')).toEqual([expect.stringContaining('renamed')])
    expect(await dataOf(client.http, 'leads')).toMatchObject([
      { key: 'ada@example.com', first_name: 'Ada', company: 'Example Engines', Notiz: 'x' },
    ])
  })

  it('has those of the last file with these columns', async () => {
    const map = { Kennung: null, Postfach: 'work_email', Name: 'full_name' }
    await send('Kennung,Postfach,Name\n7,ada@example.com,Ada\n', { map: JSON.stringify(map) })
    const done = await send('Name,Kennung,Postfach\nKim,8,kim@example.com\n')
    expect(done.body).toMatchObject({ inserted: 1, mapped: map })
    const [, kim] = await dataOf(client.http, 'leads')
    expect(kim).toMatchObject({ work_email: 'kim@example.com', full_name: 'Kim' })
    expect(kim).not.toHaveProperty('Kennung')
  })

  it('keeps its names where they give an identity, and the hint has every column that may be another field', async () => {
    const names =
      'email,First Name,Last Name,Job Title,Company,Phone,Mobile,City,Country,Website,LinkedIn,E-mail 2 - Value'
    const line =
      'ada@example.com,Ada,Example,CTO,Engines,+493023125125,+491713920013,Berlin,DE,example.com,in/ada-example'
    const done = await send(`${names}\n${line},ada@example.org\n`)
    expect(done.body).toMatchObject({ inserted: 1, mapped: null })
    const [hint] = Array.isArray(done.at('hints')) ? (done.at('hints') as unknown[]) : []
    const map: unknown = JSON.parse(/map=(\{.*\})/.exec(String(hint))?.[1] ?? '')
    expect(map).toMatchObject({ 'E-mail 2 - Value': 'personal_email', LinkedIn: 'linkedin_url' })
    expect(Object.keys(Object(map))).toHaveLength(11)
    expect(await dataOf(client.http, 'leads')).toMatchObject([{ email: 'ada@example.com', 'First Name': 'Ada' }])
  })

  it('keeps them in a table with another key, which they have', async () => {
    await client.write('leads', [{ Email: 'x@example.com' }], { key: 'field:Email' })
    expect((await send('Email,Vorname\nada@example.com,Ada\n')).body).toMatchObject({ inserted: 1, mapped: null })
  })

  it('leaves out an empty column that is called like the field of another', async () => {
    const done = await send('email,E-Mail,Vorname\n,ada@example.com,Ada\n')
    expect(done.body).toMatchObject({ inserted: 1, mapped: { email: null, 'E-Mail': 'email', Vorname: 'first_name' } })
  })

  it('takes a contact of a further column in a line that has no other, and reports it', async () => {
    const done = await send(
      'Name,Work Phone,Home Phone,E-mail 1 - Value,E-mail 2 - Value,E-mail 3 - Value,Email\n' +
        'Ada,+493023125125,+493023125126,ada@example.com,ada@example.net,,kim@example.org\n' +
        'Bob,,+493023125127,,,,kim@example.org\nCy,,,,,cy@example.com,\nDan,,n/a,,,,\n',
    )
    expect(done.body).toMatchObject({ inserted: 3, refused: [{ line: 5 }] })
    expect(done.at('hints')).toContainEqual(
      '2 lines have no contact in the columns by which rows are found, so they got one of another column: ' +
        '`phone` from `Home Phone` (line 3), `email` from `E-mail 3 - Value` (line 4).',
    )
    expect(await dataOf(client.http, 'leads')).toMatchObject([
      { key: '+493023125127', phone: '+493023125127', 'Home Phone': '+493023125127' },
      { key: 'ada@example.com', 'Home Phone': '+493023125126' },
      { key: 'cy@example.com', 'E-mail 3 - Value': 'cy@example.com' },
    ])
  })

  it('is refused line by line where no name helps', async () => {
    const done = await send('Vorname,Notiz\nAda,x\n')
    expect(done.body).toMatchObject({ inserted: 0, mapped: null, refused: [{ line: 2 }] })
  })
})
