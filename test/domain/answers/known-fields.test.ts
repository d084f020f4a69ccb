import { describe, expect, it } from '@jest/globals'
import { unknownFields } from '../../../domain/answers/known-fields.ts'
import { CAPABILITIES, findCapability } from '../../../domain/capabilities/catalog.ts'

const unknown = (slug: string, ...paths: readonly string[]) =>
  unknownFields(findCapability(slug)?.outputSchema, paths, ['raw'])

describe('the fields of a result', () => {
  it.each([
    ['person.search', ['items.full_name', 'items', 'items.location.city', 'raw.any.thing', 'simulated']],
    ['contact.find', ['email', 'email_status']],
    ['company.enrich', ['headquarters.city', 'tags']],
  ])('of %s are known', (slug, paths) => {
    expect(unknown(slug, ...paths)).toEqual([])
  })

  it.each([
    ['company.search', 'name', ['items.name']],
    ['company.search', 'items.nmae', ['items.name']],
    ['contact.find', 'emial', ['email']],
    ['contact.find', 'email.address', []],
    ['contact.find', 'nonsense', []],
  ])('of %s do not include %s', (slug, path, meant) => {
    const [found, ...others] = unknown(slug, 'simulated', path)
    expect([found?.index, found?.meant.slice(0, 1), others]).toEqual([1, meant, []])
  })

  it('of every capability are known by its schema', () => {
    for (const { slug, outputSchema } of CAPABILITIES)
      expect([slug, unknown(slug, ...Object.keys(outputSchema.properties))]).toEqual([slug, []])
  })
})
