import { describe, expect, it } from '@jest/globals'
import { mailboxOf } from '../../../domain/accounts/mailbox.ts'

describe('two addresses belong to one mailbox', () => {
  it.each([
    ['Ada@Example.com', 'ada@example.com'],
    ['ada+news@example.com', 'ada@example.com'],
    ['a.d.a@gmail.com', 'ada@gmail.com'],
    ['ada@googlemail.com', 'ada@gmail.com'],
    ['a.da+x+y@GMAIL.com', 'ada@gmail.com'],
    ['a.da@example.com', 'a.da@example.com'],
    ['+491711@sms.example.com', '+491711@sms.example.com'],
    ['+491711+x@sms.example.com', '+491711@sms.example.com'],
    ['++a@example.com', '++a@example.com'],
    ['no address', 'no address'],
  ])('%s is %s', (address, mailbox) => {
    expect(mailboxOf(address)).toBe(mailbox)
  })
})
