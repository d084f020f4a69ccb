import { describe, expect, it } from '@jest/globals'
import { loadKnownProviders } from '../../../activities/providers/known-providers.ts'
import { findCapability } from '../../../domain/capabilities/catalog.ts'
import { negotiatedRateError, isRateTarget } from '../../../domain/pricing/negotiated-rate.ts'

const facts = loadKnownProviders({})
const known = { findCapability, ...facts }

describe('a rate that an operator sets', () => {
  it.each([
    ['contact.find', '0.02'],
    ['contact.find', '85%'],
    ['contact.find@hunter', '0.02'],
    ['contact.find@sandbox-alpha', '120%'],
    ['raw:hunter', 'x1.2'],
    ['raw:apify', '90%'],
  ])('%s at %s is accepted', (target, terms) => {
    expect(negotiatedRateError(target, terms, known)).toBeNull()
  })

  it.each<[string, string, RegExp]>([
    ['contact.guess', '0.02', /no capability contact\.guess/],
    ['contact.find@nobody', '0.02', /^The provider nobody does not offer contact\.find\.$/],
    ['contact.find@serper', '0.02', /serper does not offer contact\.find/],
    ['raw:nobody', 'x1.2', /no raw endpoints/],
    ['raw:sec', 'x1.2', /free and cannot have a price/],
    ['company.filings@sec', '0.02', /free of charge/],
    ['contact.find', 'x1.2', /USD a call/],
    ['raw:hunter', '0.02', /multiplier/],
    ['raw:hunter', 'x0', /not a rate/],
    ['Contact.find', '0.02', /not a target/],
    ['contact.find@', '0.02', /not a target/],
    ['raw:hunter/*', 'x1.2', /not a target/],
    ['', '0.02', /not a target/],
  ])('%s at %s is refused', (target, terms, sentence) => {
    expect(negotiatedRateError(target, terms, known)).toMatch(sentence)
  })

  it('can name every capability and every provider that is sold', () => {
    for (const { slug, offers } of facts.manifests) {
      for (const { capability } of offers)
        expect(isRateTarget(`${capability}@${slug}`) && isRateTarget(capability)).toBe(true)
    }
    for (const { slug } of facts.catalog.providers) expect(isRateTarget(`raw:${slug}`)).toBe(true)
  })
})
