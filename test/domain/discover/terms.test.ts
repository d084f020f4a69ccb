import { describe, expect, it } from '@jest/globals'
import { intentOf, requestedActions, actionsOf } from '../../../domain/discover/actions.ts'
import { stemOf } from '../../../domain/words/stem.ts'
import { queryElements } from '../../../domain/discover/query-elements.ts'
import { kindsOfValues, valuesIn, withoutAddresses } from '../../../domain/discover/values.ts'
import { textTerms } from '../../../domain/discover/terms.ts'
import { wordsIn } from '../../../domain/words/tokenize.ts'
import { imported, only } from '../catalog/build.ts'

describe('words', () => {
  it.each([
    ['sendNow', 'send now'],
    ['send_now', 'send now'],
    ['/people/send-now', 'people send now'],
    ["someone's e-mail", 'someone email'],
    ['companyHQAddress', 'company hq address'],
    ['Zürich café', 'zurich cafe'],
    ['10-K filings', '10 k filings'],
    ['  ', ''],
  ])('%j are %j', (text, words) => {
    expect(wordsIn(text).join(' ')).toBe(words)
  })

  it.each([
    ['company', 'companies'],
    ['verify', 'verification'],
    ['verify', 'verified'],
    ['enrich', 'enrichment'],
    ['enrich', 'enriching'],
    ['technology', 'technologies'],
    ['search', 'searches'],
    ['filing', 'filings'],
    ['stop', 'stopped'],
    ['subscribe', 'subscription'],
    ['deliver', 'deliverability'],
    ['organize', 'organization'],
    ['validate', 'validation'],
    ['address', 'addresses'],
    ['box', 'boxes'],
  ])('%s and %s are one', (a, b) => {
    expect(stemOf(b)).toBe(stemOf(a))
  })

  it.each([
    ['order', 'ordinary'],
    ['user', 'use'],
    ['status', 'state'],
    ['news', 'new'],
    ['customer', 'custom'],
    ['organ', 'organization'],
  ])('%s and %s are two', (a, b) => {
    expect(stemOf(b)).not.toBe(stemOf(a))
  })
})

describe('terms', () => {
  const shared = (a: string, b: string) => textTerms(a).filter((term) => textTerms(b).includes(term))

  it.each([
    ['people', 'contact'],
    ['firm', 'organization'],
    ['mobile number', 'phone'],
    ['tech stack', 'technologies'],
    ['built with', 'technologies'],
    ['hiring', 'job vacancies'],
    ['10-K', 'filings'],
    ['medicine', 'drug'],
    ['cost', 'price'],
    ['EDGAR', 'SEC filings'],
    ['e-mail address', 'mailbox'],
    ['remove', 'delete'],
  ])('%j and %j share a meaning', (a, b) => {
    expect(shared(a, b)).not.toEqual([])
  })

  it('different things share no term', () => {
    expect(shared('bank failures', 'instagram followers')).toEqual([])
  })

  const slotsOf = (query: string, known: readonly string[]) =>
    queryElements(query, {
      isKnown: (term) => known.includes(term),
      correct: (word) => (word === 'emial' ? [{ word: 'email', weight: 0.8 }] : []),
    })

  it('an unknown word has no meaning, and a misspelt one has the meaning of its correction, with less weight', () => {
    const known = textTerms('email')
    expect(slotsOf('skincare', known).map(({ terms }) => terms)).toEqual([[]])
    const [right, meant] = [slotsOf('email', known)[0]?.terms[0], slotsOf('emial', known)[0]?.terms[0]]
    expect([meant?.term, (meant?.weight ?? 0) < (right?.weight ?? 0)]).toEqual([right?.term, true])
  })

  it('the word itself counts for more than its synonyms, and a verb of searching counts for little', () => {
    const [slot] = slotsOf('person', textTerms('person'))
    expect(slot?.terms.every(({ weight }, at) => at === 0 || weight < (slot.terms[0]?.weight ?? 0))).toBe(true)
    const [asking] = slotsOf('find', textTerms('find'))
    expect(asking?.weight).toBeLessThan(slot?.weight ?? 0)
  })

  it('a word suggests the words of APIs, and they do not suggest it', () => {
    const known = [...textTerms('film'), ...textTerms('movie'), ...textTerms('cinema')]
    const termsOf = (query: string) => slotsOf(query, known).flatMap(({ terms }) => terms.map(({ term }) => term))
    expect(termsOf('cinema')).toContain(stemOf('movie'))
    expect(termsOf('movie')).not.toContain(stemOf('cinema'))
  })

  it.each([
    ['who works at Acme', ['acme']],
    ['weather on 2026-01-02', ['2026', '01', '02']],
    ['FIND EMAIL', []],
    ['Weather', []],
  ])('%j has the values %j', (query, values) => {
    expect([...valuesIn(query)]).toEqual(values)
  })

  it.each([
    ['petrol stations within 2 km', ['2', 'km']],
    ['forty euros for nine people', ['forty', 'euros', 'nine']],
    ['price in euros', []],
  ])('%j has the numbers and units %j', (query, values) => {
    const found = valuesIn(query)
    expect(wordsIn(query).filter((word) => found.has(word))).toEqual(values)
  })

  it.each([
    ['is ada@example.com valid', ['email']],
    ['https://www.linkedin.com/in/ada', ['linkedin', 'profile']],
    ['who works at example.org', ['domain']],
    ['contact.find', []],
  ])('the addresses of %j are of the kind %j', (query, kinds) => {
    expect(kindsOfValues(query)).toEqual(kinds)
  })

  it('of a domain its name stays, unless it only means any domain', () => {
    expect(wordsIn(withoutAddresses('hotels of booking.com'))).toEqual(['hotels', 'of', 'booking'])
    expect(wordsIn(withoutAddresses('staff of example.com'))).toEqual(['staff', 'of'])
  })

  it('two words match an identifier that writes them as one', () => {
    expect(
      slotsOf('user groups', [stemOf('usergroups')]).flatMap(({ terms }) => terms.map(({ term }) => term)),
    ).toContain(stemOf('usergroups'))
  })
})

describe('actions', () => {
  it.each([
    ['create a customer', ['create']],
    ['open tickets of a customer', []],
    ['list all invoices', ['list']],
    ['rename a tag', ['update']],
    ['remove a member', ['delete']],
    ['order by id', ['read']],
    ['new backlink', ['create']],
    ['new and lost backlinks', []],
    ['open a ticket', ['create']],
    ['set my status', ['update']],
    ['company filings', []],
  ] as const)('%j wants %j', (query, actions) => {
    expect(requestedActions(wordsIn(query))).toEqual(actions)
  })

  it.each([
    ['loop one song', ['create', 'update', 'delete']],
    ['take my star back', ['delete']],
    ['wake up a paused membership', ['create', 'update', 'delete']],
    ['do not bother me', ['create', 'update', 'delete']],
    ['list all invoices', ['list']],
    ['which rooms are there', []],
    ['songs on a record', []],
    ['give me the price of a plan', []],
    ['foreign names of a film', []],
  ] as const)('%j means %j', (query, actions) => {
    expect(intentOf(wordsIn(query)).actions).toEqual(actions)
  })

  it.each([
    ['GET', '/tasks', [], ['list']],
    ['GET', '/tasks/{id}', [], ['read']],
    ['POST', '/tasks', ['GET /tasks'], ['create']],
    ['POST', '/enrich', [], []],
    ['POST', '/tasks/{id}/addFollowers', [], ['create']],
    ['POST', '/chat.delete', [], ['delete']],
    ['POST', '/people/search', [], ['search']],
    ['DELETE', '/tasks/{id}', [], ['delete']],
    ['PATCH', '/tasks/{id}', [], ['update']],
    ['GET', '/tasks/', [], ['list']],
  ] as const)('%s %s does %j among %j', (method, path, others, actions) => {
    expect(
      actionsOf(only(imported({ [path]: { [method.toLowerCase()]: {} } })), (key) =>
        others.some((other) => other === key),
      ),
    ).toEqual(actions)
  })
})
