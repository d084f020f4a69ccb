import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { type QuotaName, QUOTAS, quotaReached, sentenceOf } from '../../../domain/plans/quotas.ts'
import { PLANS } from '../../../domain/tables/limits.ts'

const CLASSES = ['quarantine', ...PLANS] as const
const NAMES = Object.keys(QUOTAS.quarantine) as QuotaName[]

describe('quotas', () => {
  it('grow with the plan, and are far less in quarantine', () => {
    for (const name of NAMES) {
      const values = CLASSES.map((one) => QUOTAS[one][name])
      expect(values).toEqual(values.toSorted((a, b) => a - b))
      expect(QUOTAS.quarantine[name] * 2).toBeLessThanOrEqual(QUOTAS.pay_per_call[name])
    }
  })

  it('are those of the one table of the contract', () => {
    const [head = [], , ...rows] = readFileSync(
      new URL('../../../docs/reference/plan/quotas.md', import.meta.url),
      'utf8',
    )
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    expect(head.slice(3, -1)).toEqual([...CLASSES])
    const written = Object.fromEntries(
      rows.map(([, name, , ...values]) => [
        name,
        values.slice(0, -1).map((value) => Number(value.replaceAll(',', ''))),
      ]),
    )
    expect(written).toEqual(Object.fromEntries(NAMES.map((name) => [name, CLASSES.map((one) => QUOTAS[one][name])])))
  })
})

describe('quotaReached', () => {
  it.each<[string, Parameters<typeof quotaReached>, object | null]>([
    ['the last place', ['pay_per_call', { used: { watches: 999 }, added: { watches: 1 } }], null],
    [
      'one more',
      ['pay_per_call', { used: { watches: 1_000 }, added: { watches: 1 } }],
      { of: 'watches', used: 1_000, added: 1, limit: 1_000 },
    ],
    [
      'many at once',
      ['quarantine', { used: { job_rows: 0 }, added: { job_rows: 50_000, job_bytes: 1 } }],
      { of: 'job_rows', used: 0, added: 50_000, limit: 2_500 },
    ],
    ['nothing, above the limit', ['quarantine', { used: { rows: 9_999 }, added: { rows: 0 } }], null],
  ])('%s', (_, [quotaClass, amounts], reached) => {
    const answer = quotaReached(quotaClass, amounts)
    if (reached === null) expect(answer).toBeNull()
    else expect(answer).toMatchObject(reached)
  })
})

describe('the sentence of a refusal', () => {
  it.each<[Parameters<typeof quotaReached>, string]>([
    [
      ['quarantine', { used: { job_rows: 10 }, added: { job_rows: 50_000 } }],
      'The workspace keeps 10 rows of jobs, and this would add 50000. A workspace in quarantine may keep 2500. A person ends the quarantine, who claims the workspace or confirms the e-mail address. Cancel jobs that have not begun: their rows are deleted at once. Retention deletes the others.',
    ],
    [
      ['pay_per_call', { used: { job_bytes: 499_900_000 }, added: { job_bytes: 150_000 } }],
      'The workspace keeps 500 MB of rows of jobs, and this would add 0.15 MB. Its plan allows 500 MB. Cancel jobs that have not begun: their rows are deleted at once. Retention deletes the others. Or choose a larger plan with POST /v1/plan.',
    ],
    [
      ['scale', { used: { webhooks: 5 }, added: { webhooks: 1 } }],
      'The workspace keeps 5 webhook endpoints, and this would add 1. Its plan allows 5. Delete one.',
    ],
  ])('%j', ([quotaClass, amounts], sentence) => {
    const reached = quotaReached(quotaClass, amounts)
    expect(reached && sentenceOf(reached)).toBe(sentence)
  })
})
