import { expect, it } from '@jest/globals'
import { readIdentity } from '../../../../domain/identity/reading.ts'
import { type Spelling, SPELLINGS } from './lines.ts'

/** A sentence that says what is wrong and what would be right. */
const SENTENCES = /^[A-Z].{15,}\.$/s

function outcomeOf({ kind, platform, text, right }: Spelling): 'right' | 'refused' | 'wrong' {
  const read = readIdentity(text, kind, platform === '' ? {} : { platform })
  if (read.kind === 'read') return read.identity.value === right ? 'right' : 'wrong'
  return right === 'refused' && SENTENCES.test(read.reason) ? 'refused' : 'wrong'
}

it('identities as people, exports and providers write them are read, or refused with a sentence', () => {
  const wrong = SPELLINGS.filter((one) => outcomeOf(one) === 'wrong').map(({ line }) => line)
  expect(wrong).toEqual([])
  const counted = (outcome: string) => SPELLINGS.filter((one) => outcomeOf(one) === outcome).length
  expect(counted('right') + counted('refused')).toBe(SPELLINGS.length)
  expect(SPELLINGS.length).toBeGreaterThanOrEqual(600)
  expect(counted('refused')).toBeGreaterThanOrEqual(150)
})
