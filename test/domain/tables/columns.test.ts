import { describe, expect, it } from '@jest/globals'
import { columnsOf } from '../../../domain/tables/columns.ts'

describe('the columns of a table', () => {
  it('are the declared ones, in their order, and then the others, the fullest first', () => {
    const found = [
      { name: 'email', type: 'string', filled: 3 },
      { name: 'score', type: 'number', filled: 2 },
      { name: 'score', type: 'string', filled: 1 },
      { name: 'city', type: 'string', filled: 1 },
    ]
    expect(
      columnsOf({
        declared: [
          { name: 'city', type: 'string' },
          { name: 'note', type: 'array' },
        ],
        found,
        rows: 3,
        counted: 3,
      }),
    ).toEqual([
      { name: 'city', type: 'string', filled: 1, fill_rate: 0.3333 },
      { name: 'note', type: 'array', filled: 0, fill_rate: 0 },
      { name: 'email', type: 'string', filled: 3, fill_rate: 1 },
      { name: 'score', type: 'mixed', filled: 3, fill_rate: 1 },
    ])
  })

  it('are read from a sample of the rows; without rows there are none', () => {
    const found = [{ name: 'email', type: 'string', filled: 500 }]
    expect(columnsOf({ declared: [], found, rows: 50_000, counted: 1_000 })).toEqual([
      { name: 'email', type: 'string', filled: 25_000, fill_rate: 0.5 },
    ])
    expect(columnsOf({ declared: [{ name: 'a', type: 'string' }], found: [], rows: 0, counted: 0 })).toEqual([
      { name: 'a', type: 'string', filled: 0, fill_rate: 0 },
    ])
  })
})
