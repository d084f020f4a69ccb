import { expect, it } from '@jest/globals'
import { headerFaults, headerFaultsOfRaw } from '../../../domain/outbound/header-text.ts'
import type { Json } from '../../../domain/json/json.ts'

it.each<[title: string, input: Json, faults: string[]]>([
  ['a plain mail', { to: 'a@example.com', subject: 'Hello\tAda', text: 'Line\r\nline' }, []],
  ['a line break in the subject', { subject: 'Hi\r\nBcc: kim@example.com' }, ['/subject']],
  ['a bare line feed', { subject: 'Hi\nBcc: kim@example.com' }, ['/subject']],
  ['a separator that some readers break at', { subject: 'Hi\u2028Bcc: x' }, ['/subject']],
  [
    'a NUL in a name',
    { from: 'Ada\u0000 <a@example.com>', to: ['a@example.com', 'b\r@example.com'] },
    ['/from', '/to/1'],
  ],
  ['a header', { headers: { 'X-A': 'a\r\nBcc: x' } }, ['/headers/X-A']],
  ['a header that is called like a body', { headers: { text: 'a\r\nBcc: x' } }, ['/headers/text']],
  [
    'the parts of an attachment, without its content',
    { attachments: [{ filename: 'a\r\nb', content_type: 'a\nb', content_id: 'a\rb', content: 'YQ\r\n==' }] },
    ['/attachments/0/filename', '/attachments/0/content_type', '/attachments/0/content_id'],
  ],
  ['a tag', { tags: [{ name: 'a\nb', value: 'a\u0085b' }] }, ['/tags/0/name', '/tags/0/value']],
  ['when it is sent', { scheduled_at: 'in 1 min\r\nBcc: x' }, ['/scheduled_at']],
  ['labels', { labels: ['a', 'a\nb'], send_at: 'a\nb' }, ['/labels/1', '/send_at']],
  ['a member that is new', { 'a/b': { c: 'x\r\ny' } }, ['/a~1b/c']],
  ['the values of a template', { template: { id: 'a', variables: { address: 'Line\nline' } } }, []],
  ["a header's name", { headers: { 'X-A\r\nBcc': 'x' } }, ['/headers']],
  ['one mail of a batch', [{ subject: 'Hello' }, { subject: 'a\rb' }], ['/1/subject']],
  ['no mail', 'text', []],
])('%s has these faults: %j, %j', (_, input, faults) => {
  expect(headerFaults(input).map(({ at }) => at)).toEqual(faults)
})

it.each([
  ['serper', '/search', 0],
  ['resend', '/emails', 1],
  ['resend', '/contacts', 1],
  ['agentmail', '/v0/inboxes/{inbox_id}/messages/{message_id}', 1],
  ['apollo', '/emailer_messages', 1],
  ['apollo', '/sequences/{id}', 1],
  ['apollo', '/people/match', 0],
])('a call of %s %s has %s faults', (provider, endpoint, faults) => {
  expect(headerFaultsOfRaw({ provider, endpoint }, { subject: 'a\nb' })).toHaveLength(faults)
})

it('a person gets no more faults than can be mended', () => {
  expect(headerFaults({ to: Array.from({ length: 1_000 }, () => 'a\nb') })).toHaveLength(20)
})
