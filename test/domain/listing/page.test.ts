import { expect, it } from '@jest/globals'
import { readLimitOf, shownOf } from '../../../domain/listing/page.ts'

it.each([
  ['fewer than a page', 2, { items: [0, 1], more: false }],
  ['exactly a page', 3, { items: [0, 1, 2], more: false }],
  ['more than a page', 9, { items: [0, 1, 2], more: true }],
])('a list shows its items, and whether there are others: %s', (_, there, shown) => {
  const read = Array.from({ length: there }, (_item, index) => index).slice(0, readLimitOf(3))
  expect(shownOf(read, 3)).toEqual(shown)
})
