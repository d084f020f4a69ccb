import { describe, expect, it } from '@jest/globals'
import { directionOf } from '../../../domain/discover/direction.ts'
import { withoutAddresses } from '../../../domain/discover/values.ts'
import { wordsIn } from '../../../domain/words/tokenize.ts'

describe('the direction of a query', () => {
  it.each([
    ['email from a LinkedIn profile', ['email'], ['profile']],
    ['LinkedIn profile from an email', ['profile'], ['email']],
    ['find a phone number by domain or e-mail', ['phone'], ['email', 'domain']],
    ['the website of a company given its phone', ['domain'], ['phone']],
    ['email and phone from an email', ['phone'], ['email']],
  ])('%s', (query, wanted, given) => {
    expect(directionOf(wordsIn(query))).toEqual({ wanted: new Set(wanted), given: new Set(given) })
  })

  it.each(['email of a person', 'companies by industry', 'from an email', 'email from email', 'send mail with a file'])(
    '%s has none',
    (query) => {
      expect(directionOf(wordsIn(query))).toBeNull()
    },
  )
})

describe('the addresses in a query', () => {
  it.each([
    ['what does shopify.com use', 'what does shopify use'],
    ['who owns Ada.L+1@mail.example.com?', 'who owns  ?'],
    ['the team at https://example.com/about', 'the team at  '],
    ['contact.find and chat.postMessage, then person.search', 'contact.find and chat.postMessage, then person.search'],
  ])('%s', (query, left) => {
    expect(withoutAddresses(query)).toBe(left)
  })
})
