import { describe, expect, it } from '@jest/globals'
import type { JsonObject } from '../../../domain/json/json.ts'
import { enrichmentOf } from '../../../domain/tables/enrichment.ts'

const subjectsOf = (capability: string, input: JsonObject): string[] =>
  (enrichmentOf(capability, input) ?? [])
    .filter(({ lookup }) => lookup)
    .map(({ kind, value }) => `${kind} ${value}`)
    .toSorted()
const kept = (capability: string, input: JsonObject): string[] =>
  (enrichmentOf(capability, input) ?? []).map(({ kind, value }) => `${kind} ${value}`).toSorted()

describe('the subject of an enrichment', () => {
  it.each<[string, JsonObject, JsonObject]>([
    [
      'person.enrich',
      { linkedin_url: 'https://www.linkedin.com/in/robin-sample/' },
      { linkedin_url: 'http://de.linkedin.com/in/Robin-Sample?trk=x' },
    ],
    ['person.enrich', { email: 'Robin.Sample@Example.com' }, { email: 'robin.sample@example.com' }],
    ['person.enrich', { phone: '+1 555 010 0123' }, { phone: '+15550100123' }],
    [
      'contact.find',
      { full_name: 'Robin Sample', domain: 'example.com' },
      { first_name: 'robin', last_name: 'SAMPLE', domain: 'https://www.example.com/' },
    ],
    [
      'contact.find',
      { full_name: 'Robin Sample', company: 'Example Ltd' },
      { full_name: 'robin  sample', company: 'EXAMPLE LTD' },
    ],
    [
      'contact.phone',
      { full_name: 'Robin Sample', domain: 'example.com' },
      { full_name: 'ROBIN SAMPLE', domain: 'Example.com' },
    ],
    ['company.enrich', { domain: 'example.com' }, { domain: 'www.EXAMPLE.com' }],
    ['company.enrich', { name: 'Example Ltd' }, { name: ' example ltd ' }],
    ['company.technologies', { domain: 'bücher.example' }, { domain: 'xn--bcher-kva.example' }],
    [
      'social.profile',
      { platform: 'instagram', handle: '@Robin.Sample' },
      { platform: 'instagram', url: 'https://www.instagram.com/robin.sample/' },
    ],
  ])('%s: %j and %j are one', (capability, one, other) => {
    expect(subjectsOf(capability, one)).not.toEqual([])
    expect(subjectsOf(capability, one)).toEqual(subjectsOf(capability, other))
  })

  it.each<[string, JsonObject, JsonObject]>([
    [
      'contact.find',
      { full_name: 'Robin Sample', domain: 'example.com' },
      { full_name: 'Robin Sample', domain: 'example.org' },
    ],
    [
      'contact.find',
      { full_name: 'Robin Sample', domain: 'example.com' },
      { full_name: 'Robyn Sample', domain: 'example.com' },
    ],
    ['person.enrich', { email: 'robin@example.com' }, { email: 'robin+tag@example.com' }],
    ['social.profile', { platform: 'instagram', handle: 'robin' }, { platform: 'x', handle: 'robin' }],
    ['company.enrich', { domain: 'example.com' }, { domain: 'shop.example.com' }],
  ])('%s: %j and %j are two', (capability, one, other) => {
    expect(subjectsOf(capability, one).filter((subject) => subjectsOf(capability, other).includes(subject))).toEqual([])
  })

  it('a name next to a profile is ignored as a key: many people share a name', () => {
    const input = {
      linkedin_url: 'https://www.linkedin.com/in/robin-sample',
      full_name: 'Robin Sample',
      domain: 'example.com',
    }
    expect(subjectsOf('contact.find', input)).toEqual(['linkedin in/robin-sample'])
    expect(kept('contact.find', input)).toEqual(['linkedin in/robin-sample', 'person robin sample|example.com'])
  })

  it.each(['contact.verify', 'web.search', 'email.send', 'company.search'])(
    '%s is served by no saved row',
    (capability) => {
      expect(enrichmentOf(capability, { email: 'robin@example.com', domain: 'example.com' })).toBeNull()
    },
  )

  it('a raw run is served by no saved row', () => {
    expect(enrichmentOf(null, { domain: 'example.com' })).toBeNull()
  })
})
