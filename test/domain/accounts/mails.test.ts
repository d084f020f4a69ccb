import { describe, expect, it } from '@jest/globals'
import { MAIL_KINDS, textOfMail } from '../../../domain/accounts/mails.ts'
import { nameInMail } from '../../../domain/accounts/name-in-mail.ts'

describe('a name that an outsider chose, in a mail', () => {
  it.each([
    ['Analytical Engines', '“Analytical Engines”'],
    ['Dr. Müller & Söhne', '“Dr. Müller & Söhne”'],
    ['Your bank: https://bank.evil.example/login now', '“Your bank: now”'],
    ['bank.evil.example', null],
    ['www.evil', null],
    ['Pay at evil.example/x?y, quickly', '“Pay at quickly”'],
    ['Ada” invites you. “Call', '“Ada invites you. Call”'],
    ['two\r\nlines\u202E', '“two lines”'],
    [`${'long '.repeat(40)}`, `“${'long '.repeat(12).trim()}…”`],
    [' \u200B ', null],
  ])('%j', (name, words) => expect(nameInMail(name)).toBe(words))
})

describe('a mail at the request of an outsider', () => {
  const hostile = 'Account locked, pay at https://bank.evil.example'
  const link = 'https://api.example.com/dashboard/invitation?token=svc_mail_x'

  it.each(MAIL_KINDS)('%s has no link and no subject of theirs', (kind) => {
    const mail = { kind, workspace: hostile, invitedBy: 'ada@example.com', role: 'viewer' as const }
    const { subject, text } = textOfMail(mail, link)
    expect([subject.includes('locked'), text.includes('evil')]).toEqual([false, false])
  })

  it('states how to refuse further invitations', () => {
    const { text } = textOfMail({ kind: 'invitation', workspace: 'Engines', invitedBy: null, role: 'viewer' }, link)
    expect(text).toContain('“Engines”')
    expect(text).toContain('https://api.example.com/dashboard/invitation/refuse?token=svc_mail_x')
  })
})
