import { describe, expect, it } from '@jest/globals'
import { listedKey } from '../../../domain/do-not-process/keys.ts'
import { findingRequestedKeys, type RequestToMatch } from '../../../domain/do-not-process/requested.ts'
import { atOnce } from '../../../db/time-slices.ts'

const keys = (request: Partial<RequestToMatch>): string[] =>
  atOnce(findingRequestedKeys({ input: {}, rawRequest: null, send: null, ...request })).map((key) => listedKey(key))

describe('the keys of a run', () => {
  it.each<[string, Partial<RequestToMatch>, string[]]>([
    [
      'an address: itself, its mailbox, its domains',
      { input: { email: 'Kim+News@Mail.Example.com' } },
      [
        'email kim+news@mail.example.com',
        'email kim@mail.example.com',
        'domain mail.example.com',
        'domain example.com',
      ],
    ],
    ['a phone', { input: { phone: '+1 415 555 0132' } }, ['phone +14155550132', 'phone 4155550132']],
    ['a phone of another country', { input: { phone: '+44 20 7946 0018' } }, ['phone +442079460018']],
    ['a profile', { input: { linkedin_url: 'https://linkedin.com/in/kim' } }, ['linkedin in/kim']],
    [
      'a page of a site',
      { input: { url: 'https://shop.example.com/a?b=1' } },
      ['domain shop.example.com', 'domain example.com'],
    ],
    [
      'a name with a postal code, also of an address within the record',
      { input: { people: [{ first_name: 'Kim', lastName: 'Séguin', address: { postalCode: 75001 } }] } },
      ['name_zip kim|seguin|75001'],
    ],
    [
      'a full name with a postal code',
      { input: { full_name: 'Kim van Example', zip: '1012 AB' } },
      ['name_zip kim|example|1012ab'],
    ],
    ['a name without a postal code', { input: { full_name: 'Kim Example' } }, []],
    [
      'the path and the query of a raw run',
      { rawRequest: { path: { email: 'kim@example.com' }, query: { phone: '+14155550132' } } },
      ['email kim@example.com', 'domain example.com', 'phone +14155550132', 'phone 4155550132'],
    ],
    [
      'of a send the recipients alone',
      { input: { reply_to: 'own@example.org' }, send: { recipients: [{ kind: 'email', value: 'kim@example.com' }] } },
      ['email kim@example.com', 'domain example.com'],
    ],
  ])('%s', (_name, request, expected) => {
    expect(keys(request).toSorted()).toEqual(expected.toSorted())
  })
})
