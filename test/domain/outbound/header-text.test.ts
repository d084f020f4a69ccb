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
    ['/from', '/to'],
  ],
  ['a header', { headers: { 'X-A': 'a\r\nBcc: x' } }, ['/headers']],
  ["a header's name", { headers: { 'X-A\r\nBcc': 'x' } }, ['/headers']],
  ['one mail of a batch', [{ subject: 'Hello' }, { subject: 'a\rb' }], ['/1/subject']],
  ['no mail', 'text', []],
])('%s has these faults: %j, %j', (_, input, faults) => {
  expect(headerFaults(input).map(({ at }) => at)).toEqual(faults)
})

it('only providers of mail have headers', () => {
  expect(headerFaultsOfRaw('serper', { subject: 'a\nb' })).toEqual([])
  expect(headerFaultsOfRaw('resend', { subject: 'a\nb' })).toHaveLength(1)
})
