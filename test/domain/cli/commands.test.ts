import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { inspectEndpointCommand, runCapabilityCommand, runEndpointCommand } from '../../../domain/cli/commands.ts'
import { wordsOf } from '../../support/bash.ts'

/** Any text that can be a word of a command line: complete characters without NUL. */
const word = fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => !text.includes('\0'))
const HOSTILE = [
  '',
  ' ',
  '-',
  '--help',
  '--',
  "'",
  "''",
  "a'b",
  '"',
  '$HOME',
  '$(touch /tmp/pasted)',
  '`id`',
  '!',
  '!!',
  '\\',
  "\\'",
  '\\x41',
  '\n',
  'a\nb',
  '\t',
  '\r',
  '\u001b[31m',
  '\u0001a',
  '\u007f',
  '\u0085',
  '\u009b1m',
  '*',
  '?',
  '~',
  '{a,b}',
  '#',
  ';',
  '&',
  '|',
  '<',
  '>',
  '%s',
  'naïve',
  '日本',
  '😀',
  '{cik}',
  'GET /a b',
  'a=b',
  '@file',
]

describe('a command that is pasted into bash', () => {
  it('has the words that it was made of, whatever they are', async () => {
    const samples = [...HOSTILE.map((text): [string, string] => [text, text]), ...fc.sample(fc.tuple(word, word), 400)]
    const read = await wordsOf(samples.map(([provider, endpoint]) => inspectEndpointCommand(provider, endpoint)))
    expect(read.length).toBe(samples.length)
    read.forEach((words, index) => {
      const [provider = '', endpoint = ''] = samples[index] ?? []
      const dashed = [provider, endpoint].some((text) => text.startsWith('-'))
      expect(words).toEqual(['inspect', ...(dashed ? ['--'] : []), provider, endpoint])
    })
  })

  it('has inputs as the same JSON', async () => {
    const inputs = fc.sample(fc.dictionary(word, fc.jsonValue({ stringUnit: 'binary' })), 200)
    const read = await wordsOf(inputs.map((input) => runCapabilityCommand('contact.find', input)))
    expect(read.map((words) => words.slice(0, -1))).toEqual(inputs.map(() => ['run', 'contact.find', '--input']))
    expect(read.map((words) => words.at(-1))).toEqual(inputs.map((input) => JSON.stringify(input)))
  })

  it('keeps words that are not options behind `--`', () => {
    expect(runEndpointCommand('-p', '/x', { query: { a: 1 } })).toBe(`svc run --query '{"a":1}' -- -p /x`)
    expect(runEndpointCommand('sec', '/x', { input: [] })).toBe(`svc run sec /x --input '[]'`)
    expect(runEndpointCommand('sec', '/x', { routing: { allow_unchecked_recipients: true } })).toBe(
      'svc run sec /x --allow-unchecked-recipients',
    )
  })

  it('contains nothing that a terminal acts upon while it is pasted', () => {
    for (const text of HOSTILE) {
      // oxlint-disable-next-line no-control-regex -- the test searches for them
      expect(inspectEndpointCommand(text, '/x')).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/)
    }
  })
})
