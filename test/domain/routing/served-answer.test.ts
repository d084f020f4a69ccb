import { describe, expect, it } from '@jest/globals'
import type { DataRegion } from '../../../domain/providers/facts.ts'
import type { RunRules } from '../../../domain/routing/policy.ts'
import { servedAnswer } from '../../../domain/routing/served-answer.ts'

const REGIONS: Readonly<Record<string, DataRegion | null>> = { a: 'eu', b: 'us', silent: null }
const factsOf = (provider: string) => {
  const region = REGIONS[provider]
  return region === undefined ? undefined : { data_region: region }
}
const EU = { require: { data_region: 'eu' } } as const

describe('the saved answer that serves a run', () => {
  it.each<[string, RunRules, string | null]>([
    ['no rules', { routing: {} }, 'b'],
    ['an ignored provider', { routing: { ignore: ['b'] } }, 'a'],
    ['a policy', { routing: { only: ['a', 'b'] }, policy: [{}, { ignore: ['b'] }] }, 'a'],
    ['the key', { routing: { allowed_providers: ['a'] } }, 'a'],
    ['a region', { routing: {}, policy: [EU] }, 'a'],
    ['rules that nothing fits', { routing: { only: ['b'], ...EU } }, null],
  ])('is the newest that fits: %s', (_, rules, provider) => {
    expect(servedAnswer([{ provider: 'b' }, { provider: 'a' }], rules, factsOf)?.provider).toBe(provider ?? undefined)
  })

  it.each<[string, string | null, readonly boolean[]]>([
    ['is unknown', null, [true, true, false, false, false]],
    ['is no longer offered', 'gone', [true, false, false, false, false]],
    ['states no region', 'silent', [true, true, false, false, false]],
  ])('fits no list and no requirement if its provider %s', (_, provider, fits) => {
    const rules: RunRules['routing'][] = [{}, { ignore: ['gone'] }, { only: ['a'] }, { allowed_providers: ['a'] }, EU]
    expect(rules.map((routing) => servedAnswer([{ provider }], { routing }, factsOf) !== null)).toEqual(fits)
  })
})
