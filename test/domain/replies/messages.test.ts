import { describe, expect, it } from '@jest/globals'
import type { ReplyClass } from '../../../domain/replies/classes.ts'
import { classified, SETS, LANGUAGES, type Sample, samplesOf } from './messages.ts'

/** What a person writes in answer. */
const ANSWERS: readonly ReplyClass[] = ['reply', 'interested', 'not_interested', 'unsubscribe_request']

const PRECISION_MIN = 0.98
const RECALL_MIN = 0.9

const every = (set: (typeof SETS)[number]): readonly Sample[] =>
  LANGUAGES.flatMap((language) => samplesOf(language, set))

function figures(samples: readonly Sample[], kind: ReplyClass): { precision: number; recall: number } {
  const found = samples.filter((sample) => classified(sample).class === kind)
  const right = found.filter(({ class: wanted, also = [] }) => wanted === kind || also.includes(kind))
  const wanted = samples.filter((sample) => sample.class === kind)
  const seen = wanted.filter((sample) => found.includes(sample))
  return { precision: right.length / found.length, recall: seen.length / wanted.length }
}

describe.each(SETS)('messages that others wrote, the set %s', (set) => {
  it.each(['unsubscribe_request', 'out_of_office'] as const)('%s is certain and seldom missed', (kind) => {
    const { precision, recall } = figures(every(set), kind)
    expect(precision).toBeGreaterThanOrEqual(PRECISION_MIN)
    expect(recall).toBeGreaterThanOrEqual(RECALL_MIN)
  })

  it('never takes the answer of a person for an automatic one', () => {
    const answers = every(set).filter(({ class: kind }) => ANSWERS.includes(kind))
    expect(answers.filter((sample) => !ANSWERS.includes(classified(sample).class))).toEqual([])
  })

  it.each(LANGUAGES)('%s: nine of ten messages have their class', (language) => {
    const samples = samplesOf(language, set)
    const right = samples.filter((sample) => [sample.class, ...(sample.also ?? [])].includes(classified(sample).class))
    expect(right.length / samples.length).toBeGreaterThanOrEqual(0.9)
  })

  it('reads the stated dates of return, and the address of a successor', () => {
    const dated = every(set).filter((sample) => sample.returns_at !== undefined && sample.class === 'out_of_office')
    const right = dated.filter((sample) => (classified(sample).returns_at ?? null) === sample.returns_at)
    expect(right.length / dated.length).toBeGreaterThanOrEqual(0.95)
    const left = every(set).filter(({ successor }) => successor !== undefined)
    expect(left.map((sample) => classified(sample).successor)).toEqual(left.map(({ successor }) => successor))
  })
})
