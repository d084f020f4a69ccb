import { describe, expect, it } from '@jest/globals'
import { failureOf, failureOfStatus } from '../../../activities/providers/classify.ts'
import type { HttpAnswer } from '../../../activities/providers/http.ts'
import type { Offer } from '../../../domain/providers/manifest.ts'

type Repeat = Offer['repeat']
const answer = (status: number): HttpAnswer => ({ kind: 'answer', status, headers: {}, body: null, retryAfterMs: null })

describe('a send that may have left', () => {
  it.each<[string, Parameters<typeof failureOf>[0]]>([
    ['without an answer in time', { kind: 'timeout', sent: true }],
    ['over a connection that broke', { kind: 'connection', sent: true, detail: 'ECONNRESET' }],
    ['with an answer that cannot be read', { kind: 'malformed', status: 200, detail: 'the content type is not JSON' }],
    ['with an answer beyond the limit', { kind: 'tooLarge', status: 200 }],
  ])('%s has an unknown outcome, and a lookup fails', (_name, outcome) => {
    for (const repeat of ['never', 'keyed'] satisfies Repeat[])
      expect(failureOf(outcome, repeat).outcome).toBe('unknown')
    expect(failureOf(outcome, 'free').outcome).not.toBe('unknown')
  })

  it.each([500, 502, 504, 408, 302])('has an unknown outcome when it was answered %s', (status) => {
    expect(failureOfStatus(answer(status), 'keyed').outcome).toBe('unknown')
    expect(failureOfStatus(answer(status), 'free').outcome).not.toBe('unknown')
  })
})

describe('a send that certainly had no effect', () => {
  it.each<[string, Parameters<typeof failureOf>[0], string]>([
    ['because no byte left in time', { kind: 'timeout', sent: false }, 'provider_timeout'],
    ['because no connection was made', { kind: 'connection', sent: false, detail: 'ECONNREFUSED' }, 'provider_error'],
  ])('%s has a known outcome', (_name, outcome, expected) => {
    expect(failureOf(outcome, 'never').outcome).toBe(expected)
  })

  it.each([
    [400, 'rejected'],
    [401, 'provider_error'],
    [422, 'rejected'],
    [429, 'rate_limited'],
    [503, 'provider_error'],
  ])('has a known outcome when it was answered %s', (status, expected) => {
    expect(failureOfStatus(answer(status), 'never').outcome).toBe(expected)
  })
})

describe('a detail', () => {
  it('names the provider code when it is a token, and never what may quote the input', () => {
    expect(failureOfStatus(answer(400), 'free', 'wrong_params').detail).toBe('HTTP 400 (wrong_params)')
    expect(failureOfStatus(answer(400), 'free', 'No robin@example.com here').detail).toBe('HTTP 400')
    expect(failureOfStatus(answer(400), 'free', 'x'.repeat(65)).detail).toBe('HTTP 400')
  })
})
