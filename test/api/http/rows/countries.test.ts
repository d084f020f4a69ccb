import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { startTestService, type TestService } from '../../../support/service.ts'
import { dataOf, importCsv } from './rows-client.ts'
import { tablesClient } from '../tables/tables-client.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ worker: false })
})
afterAll(() => service.stop())

it('reads the digits of a mobile number that a spreadsheet has left without its plus, and reports it', async () => {
  const { http } = await tablesClient(service)
  const done = await importCsv(
    http,
    'mobiles',
    'full_name,phone\nAda,4915112345678\nKim,393471234567\nBob,51987654321\n',
  )
  expect(done.body).toMatchObject({ inserted: 2, refused: [{ line: 4 }] })
  expect(done.at('hints')).toContainEqual(
    'In 2 lines a phone without a plus sign was read as an international mobile number: "4915112345678", "393471234567". If one is not, write it with its code (`+15550100123`), or add a column for the country.',
  )
  expect((await dataOf(http, 'mobiles')).map(({ phone }) => phone).toSorted()).toEqual([
    '+393471234567',
    '+4915112345678',
  ])
})

it('reads phones with the country as people write it, and names the words that it does not understand', async () => {
  const { http } = await tablesClient(service)
  const file = [
    'email;phone;Land',
    'a@example.com;030 23125 125;D',
    'b@example.com;4915550000131;Deutschland (DE)',
    'c@example.com;01 42 68 53 00;Frankreich',
    'd@example.com;030 23125 126;Bayern',
    'e@example.com;030 23125 127;DACH',
    'f@example.com;;Schwaben',
    'g@example.com;+49 30 23125 128;Franken',
    'h@example.com;030 23125 129;',
  ]
  const done = await importCsv(http, 'leads', `${file.join('\r\n')}\r\n`)
  expect(done.body).toMatchObject({ inserted: 8, refused: [] })
  expect(done.at('hints')).toContainEqual(
    'In 2 lines a phone has no country code, and the country is not understood: "Bayern", "DACH". Write a country\'s name or its ISO code, like Germany or DE, or write the phone with its code.',
  )
  const phones = (await dataOf(http, 'leads')).map(({ phone }) => phone)
  expect(phones.toSorted().slice(0, 5)).toEqual(
    ['+33142685300', '+49 30 23125 128', '+4915550000131', '+493023125125', '030 23125 126'].toSorted(),
  )
})
