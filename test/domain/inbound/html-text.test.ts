import { describe, expect, it } from '@jest/globals'
import { readAgentmail } from '../../../domain/inbound/agentmail.ts'
import { textOfHtml } from '../../../domain/inbound/html-text.ts'

describe('the text of HTML', () => {
  it.each<[string, string | null]>([
    ['<p>Hello Ada,</p><p>yes, <b>Tuesday</b> works.</p>', 'Hello Ada,\n\nyes, Tuesday works.'],
    [
      '<html><head><title>t</title><style>p{color:red}</style></head><body><div>A &amp; B&nbsp;C</div></body></html>',
      'A & B\u00A0C',
    ],
    ['<a href="https://example.com/x">our site</a>', 'our site [https://example.com/x]'],
    ['<a href="https://example.com">https://example.com</a>', 'https://example.com'],
    ['<img src="https://example.com/pixel.png" alt="">', null],
    ['plain', 'plain'],
    ['', null],
  ])('%j', (html, text) => expect(textOfHtml(html)).toBe(text))

  it('is bounded, however long and deep the HTML is', () => {
    expect(textOfHtml(`<p>${'word '.repeat(1_000_000)}</p>`)?.length).toBeLessThanOrEqual(100_000)
    expect(textOfHtml(`${'<div>'.repeat(200_000)}end`)?.length ?? 0).toBeLessThan(100)
    expect(textOfHtml(`${'<p>x</p>'.repeat(200_000)}`)?.length).toBeLessThanOrEqual(100_000)
  })
})

it.each<[string, object, object]>([
  ['HTML alone', { html: '<p>See you <i>there</i>.</p>' }, { text: 'See you there.', preview: 'See you there.' }],
  ['an empty text next to it', { text: '', preview: '', html: '<p>Hi</p>' }, { text: 'Hi', preview: 'Hi' }],
  ['both', { text: 'Hi', html: '<p>Other</p>' }, { text: 'Hi', preview: 'Hi' }],
  ['neither', {}, { text: null, preview: null }],
])('a mail with %s has text and preview', (_, members, shown) => {
  const message = { inbox_id: 'inb_1', message_id: 'm_1', from: 'ada@example.com', ...members }
  const read = readAgentmail(
    { type: 'event', event_type: 'message.received', event_id: 'e_1', message },
    { at: '2026-01-01T00:00:00.000Z' },
  )
  expect(read).toMatchObject({ message: { data: shown } })
})
