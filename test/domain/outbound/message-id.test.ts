import { describe, expect, it } from '@jest/globals'
import { readMessageId } from '../../../domain/outbound/message-id.ts'

describe('the id of a mail', () => {
  it.each([
    ['<0100019a@example.com>'],
    ['0100019a@example.com'],
    ['  <0100019a@example.com>  '],
    ['< 0100019a@example.com >'],
    ['\u200B<0100019a@example.com>\u00A0'],
    ['"0100019a@example.com"'],
    ['Message-ID: <0100019a@example.com>'],
    ['message-id:\r\n\t<0100019a@example.com>'],
    ['mid:0100019a@example.com'],
    ['%3C0100019a%40example.com%3E'],
    ['&lt;0100019a@example.com&gt;'],
    ['<first@example.org>\r\n <0100019a@example.com>'],
    ['first@example.org 0100019a@example.com'],
  ])('%j has one form', (text) => {
    expect(readMessageId(text)).toBe('<0100019a@example.com>')
    expect(readMessageId(readMessageId(text))).toBe('<0100019a@example.com>')
  })

  it.each([
    ['<A.b+c=D%40e@Mail.Example.com>', '<A.b+c=D%40e@Mail.Example.com>'],
    [' AASSjTRwX0mmNFuRx_zzpA== ', 'AASSjTRwX0mmNFuRx_zzpA=='],
    ['18c2f0a7e5b1', '18c2f0a7e5b1'],
    ['sim_msg_abc_def', 'sim_msg_abc_def'],
    ['<without-a-host>', '<without-a-host>'],
    ['@', '@'],
  ])('of %j keeps what belongs to it', (text, read) => {
    expect(readMessageId(text)).toBe(read)
  })
})
