import { describe, expect, it } from '@jest/globals'
import { typedInput } from '../../../domain/jobs/typed-input.ts'

const PROPERTIES = {
  limit: { type: 'integer' },
  share: { type: 'number' },
  exact: { type: 'boolean' },
  name: { type: 'string' },
}

describe('typedInput', () => {
  it.each([
    [{ limit: '20' }, { limit: 20 }],
    [{ limit: ' 20 ' }, { limit: 20 }],
    [{ share: '-0.5' }, { share: -0.5 }],
    [{ exact: 'true' }, { exact: true }],
    [{ exact: 'yes' }, { exact: 'yes' }],
    [{ limit: '1e9' }, { limit: '1e9' }],
    [{ limit: 'many' }, { limit: 'many' }],
    [{ name: '20' }, { name: '20' }],
    [
      { other: '20', limit: 3 },
      { other: '20', limit: 3 },
    ],
    [{ toString: '20' }, { toString: '20' }],
  ])('makes %j to %j', (input, typed) => {
    expect(typedInput(input, PROPERTIES)).toEqual(typed)
  })
})
