import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'
import { type TablesClient, tablesClient } from '../tables/tables-client.ts'

let service: SharedService
let client: TablesClient
beforeAll(async () => {
  service = await sharedTestService()
  client = await tablesClient(service)
})
afterAll(() => service.stop())

it.each<[string, RegExp]>([
  ['application/pdf', /^The file is a PDF\. Send a CSV file or an Excel workbook \(\.xlsx\)\.$/],
  ['text/vcard', /^The file has contacts as vCards \(\.vcf\)\. Export them as CSV instead/],
  ['text/x-vcard; charset=utf-8', /^The file has contacts as vCards/],
  ['image/png', /^The file is an image, in which no list can be read\. Send a CSV file/],
  ['application/zip', /^The file is a ZIP archive\. Unpack it, and send the CSV file or the Excel workbook/],
  ['application/gzip', /^The file is compressed\. Unpack it/],
  [
    'application/vnd.oasis.opendocument.spreadsheet',
    /^The file is an OpenDocument spreadsheet\. Save it as \.xlsx or CSV/,
  ],
  ['video/mp4', /^Send the file as `Content-Type: text\/csv`/],
])('a file of the type %s is refused by every door with what it is and what to send', async (type, message) => {
  for (const path of ['/v1/tables/leads/import', '/v1/jobs/uploads']) {
    const headers = { 'Content-Type': type }
    const answer = await client.http.request(path, { method: 'POST', text: 'x', headers })
    expect([path, answer.status, answer.at('error', 'code'), answer.at('error', 'message')]).toEqual([
      path,
      415,
      'unsupported_media_type',
      expect.stringMatching(message),
    ])
  }
})

it.each([
  ['PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['JPEG', [0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10]],
])('a %s image that is sent as a list is refused as an image', async (_, start) => {
  const bytes = Uint8Array.from([...start, 0x20, 0x0a, 0x20])
  const headers = { 'Content-Type': 'text/csv' }
  const answer = await client.http.request('/v1/tables/leads/import', { method: 'POST', bytes, headers })
  expect([answer.status, answer.at('error', 'message')]).toEqual([400, expect.stringMatching(/^The file is an image/)])
})
