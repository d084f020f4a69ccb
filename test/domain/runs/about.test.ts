import { expect, it } from '@jest/globals'
import { aboutOf, foundLine } from '../../../domain/runs/about.ts'

it.each([
  [{ domain: 'example.com', full_name: 'Ada Example' }, 'Ada Example, example.com'],
  [{ company: 'Example', first_name: 'Ada', last_name: 'Example' }, 'Ada Example, Example'],
  [{ last_name: 'Example' }, 'Example'],
  [{ subject: 'A demo', text: 'Here it is.', to: 'ada@example.com' }, 'ada@example.com'],
  [{ cik: '0000320193' }, '0000320193'],
  [{ company: 'Example', domain: 'example.com', email: 'ada@example.com' }, 'ada@example.com, example.com'],
  [{ full_name: '' }, null],
  [{}, null],
])('a run with the texts %j is about %s', (texts, about) => {
  expect(aboutOf(texts)).toBe(about)
})

it.each([
  [
    [
      ['email', 'ada@example.com'],
      ['mx_status', 'valid'],
    ],
    'email: ada@example.com, mx status: valid',
  ],
  [[], null],
] as const)('a run whose result has the members %j shows %s', (members, line) => {
  expect(foundLine(members)).toBe(line)
})
