import { describe, expect, it } from '@jest/globals'
import type { Method } from '../../../domain/catalog/endpoint.ts'
import { titleOf } from '../../../domain/catalog/title.ts'

describe('a title', () => {
  it.each<[Method, string, string | null, string]>([
    ['POST', '/people/match', 'people-enrichment', 'People enrichment'],
    ['POST', '/v3/serp/google/organic/task_post', 'GoogleOrganicTaskPost', 'SERP google organic task post'],
    ['GET', '/drug/event.json', null, 'Drug event'],
    ['GET', '/v5/person/retrieve/{person_id}', null, 'Person retrieve by person ID'],
    ['DELETE', '/v0/inboxes/{inbox_id}', null, 'Delete inboxes by inbox ID'],
    ['GET', '/people/{id}', 'get_people{id}', 'People by ID'],
    ['POST', '/emails', 'emails/send', 'Emails send'],
    ['GET', '/submissions/CIK{cik}.json', 'getCompanySubmissions', 'Get company submissions'],
    ['GET', '/', null, 'Query'],
    ['GET', '/v1/api.json', 'get', 'Query'],
    ['GET', '/x', 'one two three four five six seven eight nine ten', 'X'],
  ])('of %s %s (%s) is %s', (method, path, id, title) => {
    expect(titleOf(method, path, id)).toBe(title)
  })

  it('is bounded', () => {
    expect(titleOf('GET', `/${'segment/'.repeat(60)}`, null).length).toBeLessThanOrEqual(90)
  })
})
