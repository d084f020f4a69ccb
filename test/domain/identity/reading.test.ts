import { describe, expect, it } from '@jest/globals'
import type { SubjectKind } from '../../../domain/identity/kinds.ts'
import { readIdentity } from '../../../domain/identity/reading.ts'

describe('a reading', () => {
  it.each<[SubjectKind, string, string]>([
    ['email', '*@example.com', 'No address has a star.'],
    ['email', 'ada@example.com, kim@example.com', 'There are several addresses here.'],
    ['email', 'noemail@noemail.com', 'This means that nothing is known here'],
    ['email', '120363000000000000@g.us', 'This is an id of WhatsApp'],
    ['phone', '4155550132', 'The country code is missing.'],
    ['phone', '1.41556E+10', 'A spreadsheet has rounded this number'],
    ['phone', '+1 415 555 0132 / +1 415 555 0133', 'There are several phone numbers here.'],
    ['phone', '+1 000 000 0000', 'These digits are an invented number.'],
    ['phone', '120363000000000000@g.us', 'This is a WhatsApp group'],
    ['linkedin', 'https://lnkd.in/abc', 'This is a short link.'],
    ['linkedin', 'https://www.linkedin.com/sales/lead/ACw,X', 'This is an address within Sales Navigator'],
    ['linkedin', 'linkedin.com/in/undefined', 'The name in this LinkedIn address is missing'],
    ['linkedin', 'linkedin.com/in/ada-1 linkedin.com/in/kim-1', 'There are several LinkedIn profiles'],
    ['domain', 'ada@example.com', 'This is an email address.'],
    ['domain', 'https://www.facebook.com/acme', 'This is a profile on a network'],
    ['handle', 'n.a.', 'This means that nothing is known here'],
    ['email', 'a@x@@y', 'There is more than one @ here.'],
    ['email', '@@', 'There is more than one @ here.'],
    ['email', 'ada@@example.com', 'There is more than one @ here.'],
    ['email', '+49 30 23125125', 'This is a phone number. Write it into a field like `phone`'],
    ['email', '030 23125125', 'This is a phone number. Write it into a field like `phone`'],
    ['email', 'https://www.linkedin.com/in/ada-example', 'This is a LinkedIn address.'],
    ['phone', 'ada@example.com', 'This is an email address. Write it into a field like `email`'],
    ['phone', 'mailto:Ada <ada@example.com>', 'This is an email address.'],
    ['url', 'ada lovelace', 'This is no web address.'],
  ])('of the %s %j states what is wrong and what would be right', (kind, text, reason) => {
    const read = readIdentity(text, kind)
    expect(read.kind === 'unreadable' && read.reason).toContain(reason)
  })

  it('keeps the extension of a phone apart from its number', () => {
    for (const text of [
      '+1 415 555 0132 ext. 12',
      '+1 (415) 555-0132 x12',
      'tel:+1-415-555-0132;ext=12',
      '+14155550132 #12',
    ])
      expect(readIdentity(text, 'phone')).toEqual({
        kind: 'read',
        identity: { kind: 'phone', value: '+14155550132' },
        number: '+14155550132',
        extension: '12',
      })
  })

  it.each([
    ['+52 1 55 1234 5678', '+525512345678', '+5215512345678'],
    ['+54 11 2345 6789', '+5491123456789', '+541123456789'],
    ['+55 11 8765 4321', '+5511987654321', '+551187654321'],
    ['556187654321@s.whatsapp.net', '+5561987654321', '+556187654321'],
  ])('of the phone %s is compared as %s and written to as %s', (text, value, number) => {
    expect(readIdentity(text, 'phone')).toEqual({ kind: 'read', identity: { kind: 'phone', value }, number })
  })

  it('takes the network of a handle from its options', () => {
    expect(readIdentity('@Ada', 'handle', { platform: 'Twitter' })).toEqual({
      kind: 'read',
      identity: { kind: 'handle', value: 'x:ada' },
    })
  })
})
