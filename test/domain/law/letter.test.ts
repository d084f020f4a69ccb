import { describe, expect, it } from '@jest/globals'
import { letterWith, roomFault } from '../../../domain/law/letter.ts'

const links = { unsubscribe: 'https://api.example.com/u/unsub_a.1.b', person: 'https://api.example.com/p/pers_a.1.b' }
const footer = { legal_name: 'Example & Co', postal_address: 'Musterweg 1\r\n\n 10115 Berlin ' }
const email = (input: object, terms: object = { footer }) =>
  letterWith({ capability: 'email.send', input: { to: 'a@example.com', ...input } }, terms, links)
const HTML = `<hr>
<p style="font-size:12px;color:#555">Example &amp; Co<br>
Musterweg 1<br>
10115 Berlin<br>
<a href="https://api.example.com/u/unsub_a.1.b">Unsubscribe</a></p>`

describe('an email', () => {
  it('ends with its sender and the link, as text and as HTML', () => {
    expect(email({ text: 'Hello\n', html: '<p>Hello</p>' })).toEqual({
      to: 'a@example.com',
      text: 'Hello\n\n-- \nExample & Co\nMusterweg 1\n10115 Berlin\nUnsubscribe: https://api.example.com/u/unsub_a.1.b',
      html: `<p>Hello</p>\n${HTML}\n`,
    })
  })

  it('states that a model wrote it, before its end', () => {
    const both = email({ text: 'Hello', html: '<p>Hello</p>' }, { footer, ai_line: true })
    expect(both['text']).toMatch(/^Hello\n\nThis message was written by an AI system\.\n\n-- \nExample & Co\n/)
    expect(both['html']).toMatch(/^<p>Hello<\/p>\n<p>This message was written by an AI system\.<\/p>\n<hr>/)
    expect(email({ text: 'Hello' }, { ai_line: true })['text']).toBe(
      'Hello\n\nThis message was written by an AI system.',
    )
  })

  it('has the link of its recipient', () => {
    expect(email({ text: 'Hello', html: '<p>Hello</p>' }, { notice: true })).toMatchObject({
      text: 'Hello\n\n-- \nWhat we hold about you, and your rights: https://api.example.com/p/pers_a.1.b',
      html: expect.stringContaining('<a href="https://api.example.com/p/pers_a.1.b">What we hold about you'),
    })
  })

  it('stays as it was written where nothing is added', () => {
    expect(email({ text: 'Hello \n', html: '<p>' }, { unknown_country: true })).toEqual({
      to: 'a@example.com',
      text: 'Hello \n',
      html: '<p>',
    })
  })

  it.each([
    ['<html><body><p>a</p></body></html>', '<html><body><p>a</p>', '</body></html>'],
    ['<BODY>İ</BODY>', '<BODY>İ', '</BODY>'],
    ['<p>a</p></html>', '<p>a</p>', '</html>'],
    ['<body>a</body><!-- </body> -->', '<body>a', '</body><!-- </body> -->'],
    ['<!-- </body> --><p>a', '<!-- </body> --><p>a', ''],
    ['<body>a</body><!-- no end </body>', '<body>a', '</body><!-- no end </body>'],
  ])('%s has its end in its body', (html, before, after) => {
    expect(email({ html })['html']).toBe(`${before}\n${HTML}\n${after}`)
  })
})

describe('a message of a network', () => {
  const terms = { ai_line: true } as const
  const sent = (capability: string, input: object) => letterWith({ capability, input: { ...input } }, terms, links)

  it('states that a model wrote it, where it has a text', () => {
    const stated = 'Hello\n\nThis message was written by an AI system.'
    expect(sent('linkedin.message', { text: 'Hello' })).toEqual({ text: stated })
    expect(sent('chat.send', { text: 'Hello' })).toEqual({ text: stated })
    expect(sent('linkedin.invite', { message: 'Hello' })).toEqual({ message: stated })
    expect(sent('linkedin.invite', {})).toEqual({})
  })

  it.each([
    ['linkedin.invite', 'message', 257],
    ['chat.send', 'text', 957],
    ['linkedin.message', 'text', 7957],
  ])('%s is refused where it has no room for it', (capability, member, fits) => {
    const faultOf = (length: number) =>
      roomFault({ capability, input: { [member]: '😀'.repeat(length) } }, terms, links)
    expect([faultOf(fits), faultOf(fits + 2)]).toEqual([null, expect.stringMatching(/is 2 characters too long/)])
  })

  it('has no limit as an email', () => {
    expect(roomFault({ capability: 'email.send', input: { text: 'a'.repeat(100_000) } }, terms, links)).toBeNull()
  })
})
