import { describe, expect, it } from '@jest/globals'
import { OWN_KEY_REASONS } from '../../../domain/catalog/account-rule.ts'
import { OWN_KEY_RULES, type OwnKeyRule } from '../../../domain/catalog/endpoint.ts'
import type { CatalogProvider } from '../../../domain/catalog/providers/provider.ts'
import { imported, only, providerOf } from './build.ts'

type Tenancy = CatalogProvider['tenancy']
const REPORTED = { cost: { model: 'per_call', note: '', reported: 'all' } } as const
const ruleOf = (tenancy: Tenancy, call: string, operation: object = {}, more: Partial<CatalogProvider> = REPORTED) => {
  const [method = '', path = ''] = call.split(' ')
  return only(
    imported({ [path]: { [method.toLowerCase()]: operation } }, {}, { provider: providerOf({ tenancy, ...more }) }),
  ).rule
}

describe('whose key may call', () => {
  it.each<[Tenancy, string, OwnKeyRule | null]>([
    ['data', 'GET /v1/person/enrich', null],
    ['data', 'POST /v1/company/search', null],
    ['data', 'POST /v1/answer', null],
    ['data', 'GET /v1/jobs/{slug}', null],
    ['data', 'GET /apiKeys', 'account'],
    ['data', 'GET /v1/API-Keys.json', 'account'],
    ['data', 'GET /v1/usage', 'account'],
    ['data', 'POST /v1/webhooks', 'account'],
    ['data', 'GET /v1/team/members', 'account'],
    ['data', 'GET /v1/billing/invoices', 'account'],
    ['data', 'POST /v1/credits/purchase', 'payment'],
    ['data', 'POST /v1/email/send', 'sends'],
    ['data', 'DELETE /v1/things/{id}', 'changes'],
    ['data', 'PUT /v1/things/{id}', 'changes'],
    ['data', 'PATCH /v1/things', 'changes'],
    ['data', 'GET /v1/research/{request_id}', 'stored_result'],
    ['data', 'GET /v1/bulk/{jobId}/pages', 'stored_result'],
    ['data', 'GET /v1/task_get/{id}', 'stored_result'],
    ['unknown', 'POST /v1/company/search', null],
    ['unknown', 'POST /v1/company', 'not_opened'],
    ['unknown', 'GET /v1/messages', 'stored_objects'],
    ['unknown', 'GET /v1/jobs/search', null],
    ['unknown', 'GET /v1/company', null],
    ['account', 'GET /v1/anything', 'not_opened'],
    ['account', 'POST /v1/contacts/search', 'stored_objects'],
    ['account', 'DELETE /v1/contacts/{id}', 'changes'],
    ['public', 'GET /accounts/{id}', null],
    ['public', 'POST /search', null],
    ['public', 'DELETE /search', 'changes'],
  ])('%s: %s is %s', (tenancy, call, rule) => {
    expect(ruleOf(tenancy, call)).toBe(rule)
  })

  it('only the account may call another site, to which the credential is not sent', () => {
    const servers = (url: string) => ({ servers: [{ url }] })
    expect(ruleOf('data', 'GET /search', servers('https://efts.sample.example'))).toBeNull()
    expect(ruleOf('data', 'GET /search', servers('https://elsewhere.example'))).toBe('foreign_host')
    expect(ruleOf('public', 'GET /search', servers('https://sample.example.attacker.example'))).toBe('foreign_host')
  })

  it('only the account may name what an earlier call made, or call what needs a payment', () => {
    const body = (required: string[]) => ({
      requestBody: { content: { 'application/json': { schema: { required, properties: { task_id: {}, q: {} } } } } },
    })
    expect(ruleOf('data', 'POST /screenshot', body(['task_id']))).toBe('stored_result')
    expect(ruleOf('data', 'POST /screenshot', body(['q']))).toBeNull()
    expect(ruleOf('data', 'POST /search', { security: [], 'x-payment-info': { price: 1 } })).toBe('payment')
  })

  it('only the account may call what has no known price, until its document states one', () => {
    const unpriced = { cost: { model: 'per_call', note: '' } } as const
    expect(ruleOf('data', 'GET /search', {}, unpriced)).toBe('unpriced')
    expect(ruleOf('data', 'GET /search', { 'x-payment-info': { price: '0.01' } }, unpriced)).toBeNull()
    expect(ruleOf('data', 'GET /search', {}, { ...unpriced, free: true })).toBeNull()
    expect(ruleOf('data', 'GET /search', {}, { ...unpriced, status: 'excluded' })).toBeNull()
    expect(ruleOf('data', 'GET /usage', {}, unpriced)).toBe('account')
  })

  it('has a sentence for every rule', () => {
    expect(Object.keys(OWN_KEY_REASONS).toSorted()).toEqual([...OWN_KEY_RULES, 'unpriced'].toSorted())
    for (const reason of Object.values(OWN_KEY_REASONS)) expect(reason).toMatch(/^[A-Z].{20,}\.$/)
  })
})
