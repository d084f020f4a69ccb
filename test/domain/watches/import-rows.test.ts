import { expect, it } from '@jest/globals'
import { recordsWaiting, rowsToImport } from '../../../domain/watches/import-rows.ts'

const post = (author: string, at: number) => ({
  platform: 'x',
  handle: author,
  author_name: author,
  author_url: null,
  post_url: `https://x.com/${author}/status/${at}`,
  text: 'Hello',
})

it('a row that was not stored leaves all records waiting that it was made from', () => {
  const records = [post('ada', 1), post('bob', 2), post('ada', 3)]
  const rows = rowsToImport({ capability: 'social.search', input: { query: 'hello' }, result: null, records })
  expect(rows.map(({ row }) => row['handle'])).toEqual(['ada', 'bob'])
  expect([...recordsWaiting(rows, [0], records)]).toEqual([records[0], records[2]])
})

it('a result that is one row leaves all of its records waiting', () => {
  const records = [{ name: 'React' }, { name: 'Vue' }]
  const result = { domain: 'example.com', technologies: records }
  const rows = rowsToImport({ capability: 'company.technologies', input: { domain: 'example.com' }, result, records })
  expect([rows.length, [...recordsWaiting(rows, [0], records)]]).toEqual([1, records])
})
