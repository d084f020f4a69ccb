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
