import { describe, expect, it } from '@jest/globals'
import { closest, MISTYPED, SIMILAR } from '../../../domain/words/closest.ts'

describe('the closest names', () => {
  it.each([
    ['contact.finder', ['contact.find', 'contact.verify', 'web.search'], 'contact.find'],
    ['huntr', ['sec', 'hunter', 'serper'], 'hunter'],
    ['/email-find', ['/email-count', '/email-finder', '/account'], '/email-finder'],
    ['HUNTER', ['sec', 'hunter'], 'hunter'],
  ])('%s of %j is %s', (wanted, names, best) => {
    expect(closest(wanted, names, SIMILAR)[0]).toBe(best)
  })

  it.each([
    ['zzzzzz', ['contact.find', 'web.search'], SIMILAR],
    ['limit_of_items', ['limit'], MISTYPED],
    ['cat', ['key'], MISTYPED],
  ])('are none where nothing is near: %s', (wanted, names, bound) => {
    expect(closest(wanted, names, bound)).toEqual([])
  })

  it('are the least different ones first, at most three', () => {
    expect(closest('limt', ['limits', 'limit', 'lime', 'list', 'lists'], MISTYPED)).toEqual(['limit', 'lime', 'list'])
  })
})
