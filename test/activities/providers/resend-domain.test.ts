import { describe, expect, it } from '@jest/globals'
import { findInPage, hasReturnPath, isAlreadyThere, readDomain } from '../../../activities/providers/resend/domain.ts'
import type { Json } from '../../../domain/json/json.ts'
import { fixture, jsonOf } from '../../fixtures/load.ts'

const made = jsonOf('resend/domain-made')
const withStatus = (status: string, ofRecords: Readonly<Record<string, string>>): Json => ({
  id: 'd1',
  status,
  records: Object.entries(ofRecords).map(([record, verified]) => ({
    record,
    type: 'TXT',
    name: 'send',
    value: 'v',
    status: verified,
  })),
})

describe("a domain in Resend's answer", () => {
  it('has its id, its records and its state', () => {
    expect(readDomain(made)).toEqual({
      externalId: '00000000-0000-4000-8000-0000000000d1',
      status: 'pending',
      records: [
        {
          type: 'MX',
          name: 'send-0123456789.mail',
          value: 'feedback-smtp.us-east-1.example',
          ttl: 'Auto',
          priority: 10,
          purpose: 'SPF',
          status: 'not_started',
        },
        {
          type: 'TXT',
          name: 'resend._domainkey.mail',
          value: 'p=MIGfMA0',
          ttl: 'Auto',
          priority: null,
          purpose: 'DKIM',
          status: 'not_started',
        },
      ],
    })
    expect([readDomain({}), readDomain(null), readDomain([])]).toEqual([null, null, null])
  })

  it.each([
    ['verified', {}, 'active'],
    ['pending', { SPF: 'verified', DKIM: 'pending' }, 'pending'],
    ['not_started', {}, 'pending'],
    ['failed', { SPF: 'verified', DKIM: 'failed' }, 'failed'],
    ['partially_verified', { SPF: 'verified', DKIM: 'verified', Receiving: 'pending' }, 'active'],
    ['partially_verified', { SPF: 'verified', DKIM: 'pending' }, 'pending'],
    ['partially_failed', { SPF: 'verified', DKIM: 'verified', Receiving: 'failed' }, 'active'],
    ['partially_failed', { SPF: 'failed', DKIM: 'verified' }, 'failed'],
  ])('%s with %j is %s', (status, records, expected) => {
    expect(readDomain(withStatus(status, records))?.status).toBe(expected)
  })

  it('is known by the return path that it was made with', () => {
    const domain = readDomain(made)
    if (domain === null) throw new Error('unreachable')
    expect([hasReturnPath(domain, 'send-0123456789'), hasReturnPath(domain, 'send')]).toEqual([true, false])
  })

  it('is found on the page that has it', () => {
    const page: Json = {
      has_more: true,
      data: [
        { id: 'd1', name: 'a.example.com' },
        { id: 'd2', name: 'B.example.com' },
      ],
    }
    expect(findInPage(page, 'b.example.com')).toEqual({ id: 'd2', after: 'd2' })
    expect(findInPage({ data: [] }, 'b.example.com')).toEqual({ id: null, after: null })
  })

  it('is there already if the refusal states it', () => {
    expect(isAlreadyThere(fixture('resend/domain-taken').status ?? 0, jsonOf('resend/domain-taken'))).toBe(true)
    expect(isAlreadyThere(403, { message: 'API key is invalid' })).toBe(false)
    expect(isAlreadyThere(500, { message: 'already' })).toBe(false)
  })
})
