import { describe, expect, it } from '@jest/globals'
import { readClusterOptions } from '../../ops/cluster/options.ts'

describe('npm run cluster', () => {
  it('has defaults', () => {
    expect(readClusterOptions([])).toEqual({ apis: 2, workers: 3, pooled: null, temporal: 'file', soakMinutes: null })
  })

  it('takes its options', () => {
    const words = '--apis 1 --workers 4 --pooled 8 --temporal postgresql --soak 60'
    expect(readClusterOptions(words.split(' '))).toEqual({
      apis: 1,
      workers: 4,
      pooled: 8,
      temporal: 'postgresql',
      soakMinutes: 60,
    })
  })

  it.each([
    ['--apis 0', '--apis must be an integer from 1 to 32'],
    ['--workers many', '--workers must be an integer from 1 to 32'],
    ['--pooled 501', '--pooled must be an integer from 1 to 500'],
    ['--temporal sqlite', '--temporal must be file or postgresql'],
    ['--soak 0.5', '--soak must be an integer from 1 to 1440'],
  ])('refuses %s', (words, message) => {
    expect(() => readClusterOptions(words.split(' '))).toThrow(message)
  })
})
