import { describe, expect, it } from '@jest/globals'
import { explainQuery } from '../../../domain/discover/explain.ts'
import { textTerms } from '../../../domain/discover/terms.ts'

/** An index of one text, which knows one misspelling. */
const KNOWN = new Set(textTerms('Find a work email of a person, the workflow of a company, and its head of sales'))
const explained = (query: string) =>
  explainQuery(query, {
    isKnown: (term) => KNOWN.has(term),
    correct: (word) => (word === 'compny' ? [{ word: 'company', weight: 0.8 }] : []),
  })

describe('the words of a query', () => {
  it.each<[string, string, string[], string[]]>([
    ['a word of the documents, also inflected', 'emails', ['emails'], []],
    ['a word that no document has', 'weather', [], ['weather']],
    ['both, each word once', 'weather emails weather', ['emails'], ['weather']],
    ['a synonym', 'mailbox of an employer', ['mailbox', 'employer'], []],
    ['two words that are one in the documents', 'work flow', ['work', 'flow'], []],
    ['words without a subject', 'how do I get the data', [], []],
    ['a name within a sentence', 'emails of people at Zqxwv', ['emails', 'people'], []],
    ['no words', '!!!', [], []],
  ])('%s', (_, query, matched, missed) => {
    expect(explained(query)).toEqual({ matched, missed, corrections: [] })
  })

  it('that are misspelt have a correction, and count as missed', () => {
    expect(explained('compny emails')).toEqual({
      matched: ['emails'],
      missed: ['compny'],
      corrections: [{ word: 'compny', meant: ['company'] }],
    })
  })

  it('are at most twenty', () => {
    const query = Array.from({ length: 30 }, (_, at) => `zq${'x'.repeat(at)}`).join(' ')
    expect(explained(query).missed).toHaveLength(20)
  })
})
