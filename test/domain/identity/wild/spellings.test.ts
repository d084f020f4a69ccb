import { expect, it } from '@jest/globals'
import { detectSubject } from '../../../../domain/identity/read.ts'
import { readIdentity } from '../../../../domain/identity/reading.ts'
import { type Spelling, SPELLINGS } from './lines.ts'

/** A sentence that states what is wrong and what would be right. */
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

it('what names a person by itself is read without its kind, as lists and keys have it', () => {
  // A slug, a short path and a name without its network are one only where a column states it.
  const byItself = SPELLINGS.filter(
    ({ kind, text, right }) =>
      right !== 'refused' &&
      (kind === 'email' ||
        kind === 'phone' ||
        (kind === 'linkedin' && /linkedin|(?:in|company)\//i.test(text)) ||
        (kind === 'handle' && /[:/]/.test(text) && !/^\/?u\//.test(text))),
  )
  const wrong = byItself.filter(({ kind, text, right }) => {
    const found = detectSubject(text)
    return found?.kind !== kind || found.value !== right
  })
  expect(wrong.map(({ line }) => line)).toEqual([])
})
