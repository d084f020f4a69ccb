import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { SUBJECT_KINDS } from '../../../../domain/identity/kinds.ts'
import { readIdentity } from '../../../../domain/identity/reading.ts'

/** A sentence that says what is wrong and what would be right. */
const SENTENCES = /^[A-Z].{15,}\.$/s

/** `written` is a JSON text, so that invisible characters show; `right` is an identity's value, or `refused`. */
const lines = readFileSync(new URL('spellings.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [name, platform = '', written = '""', right = ''] = line.split('\t')
    const kind = SUBJECT_KINDS.find((one) => one === name)
    const text: unknown = JSON.parse(written)
    if (kind === undefined || typeof text !== 'string') throw new Error(`no line of spellings: ${line}`)
    return { kind, platform, text, right, line }
  })

function outcomeOf({ kind, platform, text, right }: (typeof lines)[number]): 'right' | 'refused' | 'wrong' {
  const read = readIdentity(text, kind, platform === '' ? {} : { platform })
  if (read.kind === 'read') return read.identity.value === right ? 'right' : 'wrong'
  return right === 'refused' && SENTENCES.test(read.reason) ? 'refused' : 'wrong'
}

it('identities as people, exports and providers write them are read, or refused with a sentence', () => {
  const wrong = lines.filter((one) => outcomeOf(one) === 'wrong').map(({ line }) => line)
  expect(wrong).toEqual([])
  const counted = (outcome: string) => lines.filter((one) => outcomeOf(one) === outcome).length
  expect(counted('right') + counted('refused')).toBe(lines.length)
  expect(lines.length).toBeGreaterThanOrEqual(600)
  expect(counted('refused')).toBeGreaterThanOrEqual(150)
})
