import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { startTestService, type TestService } from '../../../support/service.ts'
import { tablesClient } from '../tables/tables-client.ts'
import { dataOf, importCsv } from './rows-client.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ worker: false })
})
afterAll(() => service.stop())

it('a hint counts the cells that were saved in the wrong encoding, with the first one, and nothing is changed', async () => {
  const { http } = await tablesClient(service)
  const file = [
    'email,full_name,StraÃŸe',
    'ada@example.com,JÃ¶rg MÃ¼ller,BahnhofstraÃŸe 5',
    'kim@example.com,Kim Čížek,Große Straße 1',
  ].join('\n')
  const done = await importCsv(http, 'leads', file)
  expect(done.body).toMatchObject({ inserted: 2, refused: [] })
  expect(done.at('hints')).toEqual([
    expect.stringMatching(
      /^3 cells of the file look as if .* such as `JÃ¶rg MÃ¼ller` in line 2, which is probably `Jörg Müller`\. Nothing was corrected\. Export the list again as UTF-8/,
    ),
  ])
  expect(await dataOf(http, 'leads')).toContainEqual(
    expect.objectContaining({ full_name: 'JÃ¶rg MÃ¼ller', StraÃŸe: 'BahnhofstraÃŸe 5' }),
  )
  expect((await importCsv(http, 'others', 'email,full_name\nkim@example.com,Jörg Müller\n')).at('hints')).toEqual([])
})

it('a hint names the encoding of a file that was probably not in Windows-1252, which the next import takes', async () => {
  const { http } = await tablesClient(service)
  // "Łukasz Żak" and "Koło" in windows-1250.
  const file = Buffer.from('email;full_name;company\nl@example.com;\xa3ukasz \xafak;Ko\xb3o\n', 'latin1')
  const done = await importCsv(http, 'poles', file)
  expect(done.at('hints')).toEqual([
    'The file was read as Windows-1252, and 2 cells of it look wrong: `£ukasz ¯ak` in line 2 is probably `Łukasz Żak`. ' +
      'If so, import it again with `encoding=windows-1250`, or save it as UTF-8 before.',
  ])
  const again = await importCsv(http, 'poles', file, { query: { encoding: 'windows-1250' } })
  expect(again.body).toMatchObject({ updated: 1, hints: [] })
  expect(await dataOf(http, 'poles')).toMatchObject([{ full_name: 'Łukasz Żak', company: 'Koło' }])
})
