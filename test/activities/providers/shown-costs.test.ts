import { expect, it } from '@jest/globals'
import { loadCatalog } from '../../../activities/providers/catalogs/load.ts'
import { MANIFESTS } from '../../../activities/providers/manifests.ts'

it('no note of a price that a customer reads shows what the service pays or adds', () => {
  const catalog = loadCatalog()
  const notes = [
    ...MANIFESTS.flatMap(({ slug, offers }) => offers.map(({ priceNote }) => [slug, priceNote])),
    ...catalog.all().flatMap(({ provider, cost: { note, published = '' } }) => [
      [provider, note],
      [provider, published],
    ]),
  ]
  expect(notes.length).toBeGreaterThan(1_000)
  expect(notes.filter(([, note = '']) => / x \d|\d USD|USD \d|licen[cs]e|margin|markup/i.test(note))).toEqual([])
})
