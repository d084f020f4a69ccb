import { describe, expect, it } from '@jest/globals'
import { isOneClick, tokenInSubject, unsubscriber, unsubscribeHeaders } from '../../../domain/outbound/unsubscribe.ts'

const TOKEN = `unsub_abc.1.${'m'.repeat(43)}`

describe('who may unsubscribe by an email', () => {
  it.each<[string, object, string | null]>([
    ['its recipient', { to: 'Robin@Example.com' }, 'robin@example.com'],
    ['one person who is named twice', { to: ['a@example.com'], cc: 'A@example.com' }, 'a@example.com'],
    ['none of several people', { to: ['a@example.com', 'b@example.com'] }, null],
    ['none where another gets a hidden copy', { to: 'a@example.com', bcc: ['b@example.com'] }, null],
    ['none by a transactional one', { to: 'a@example.com', transactional: true }, null],
  ])('%s', (_, input, address) => {
    expect(unsubscriber({ ...input })).toBe(address)
  })
})

describe('the headers', () => {
  const publicUrl = 'https://api.example.com'
  it('name the link, and the mailbox where its mail is read', () => {
    const link = `<https://api.example.com/u/${TOKEN}>`
    const post = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    expect([
      unsubscribeHeaders({ publicUrl, token: TOKEN, mailbox: null }),
      unsubscribeHeaders({ publicUrl, token: TOKEN, mailbox: 'me@agentmail.to' }),
    ]).toEqual([
      { 'List-Unsubscribe': link, ...post },
      { 'List-Unsubscribe': `${link}, <mailto:me@agentmail.to?subject=unsubscribe%20${TOKEN}>`, ...post },
    ])
  })

  it('leave the mailbox out of a line that would be too long', () => {
    const { 'List-Unsubscribe': header = '' } = unsubscribeHeaders({
      publicUrl,
      token: TOKEN + 'x'.repeat(500),
      mailbox: 'me@agentmail.to',
    })
    expect(header).not.toContain('mailto')
  })
})

it.each([
  [`unsubscribe ${TOKEN}`, TOKEN],
  [` Unsubscribe  ${TOKEN} `, TOKEN],
  [`Re: unsubscribe ${TOKEN}`, null],
  ['unsubscribe', null],
  [null, null],
])('the subject %j has the token %j', (subject, token) => {
  expect(tokenInSubject(subject)).toBe(token)
})

it.each([
  ['List-Unsubscribe=One-Click', true],
  ['a=b&List-Unsubscribe=One-Click&c=d', true],
  ['List%2DUnsubscribe=One%2DClick', true],
  ['list-unsubscribe=one%2dclick\r\n', true],
  ['a=b&%4Cist-Unsubscribe=One-Click+', true],
  ['List-Unsubscribe=One-Click%00', false],
  ['%=%zz&List-Unsubscribe=One-Clic%6B', true],
  ['List-Unsubscribe%3DOne-Click', false],
  ['--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n', true],
  ['', false],
  ['List-Unsubscribe=', false],
  ['X-List-Unsubscribe=One-Click', false],
])('the body %j is one click: %s', (body, one) => {
  expect(isOneClick(body)).toBe(one)
})
