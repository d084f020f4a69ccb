import { describe, expect, it } from '@jest/globals'
import { type Career, jobChange, type Position, personOf } from '../../../activities/providers/job-change.ts'
import type { JsonObject } from '../../../domain/json/json.ts'

const at = (company: string, rest: Partial<Position> = {}): Position => ({
  title: null,
  company,
  domain: null,
  linkedin_url: null,
  started_on: null,
  ended_on: null,
  ...rest,
})
const career = (present: readonly Position[], past: readonly Position[] = []): Career => ({
  full_name: 'Robin Sample',
  linkedin_url: null,
  present,
  past,
})
const works = at('Example Works', { domain: 'example.com', started_on: '2024-03' })
const mills = at('Sample Mills, Inc.', { started_on: '2019', ended_on: '2024-02' })

describe('a job change', () => {
  it.each<[string, JsonObject, Career, boolean | null]>([
    ['the same domain', { domain: 'example.com' }, career([works]), false],
    ['an address on a subdomain', { email: 'r@mail.example.com' }, career([works]), false],
    ['another domain', { email: 'r@mills.example' }, career([works]), true],
    ['a mailbox that anyone can have', { email: 'robin.sample@gmail.com' }, career([works]), null],
    ['such a mailbox next to a name', { email: 'r@yahoo.co.uk', company: 'Example Works' }, career([works]), false],
    ['the same name in another form', { company: 'example works ltd' }, career([works]), false],
    ['another name', { company: 'Sample Mills' }, career([works], [mills]), true],
    ['one of two present employers', { company: 'Example Works' }, career([at('Other'), works]), false],
    ['an employer that was left for none', { company: 'Sample Mills' }, career([], [mills]), true],
    ['no employer in the input', { linkedin_url: 'x' }, career([works], [mills]), null],
    ['a domain where only names are known', { domain: 'example.com' }, career([at('Other')]), null],
  ])('compares %s', (_name, input, known, changed) => {
    expect(jobChange(input, known)?.['changed']).toBe(changed)
  })

  it('has the day, the present position and the one that was left', () => {
    expect(jobChange({ company: 'Sample Mills' }, career([works], [mills]))).toEqual({
      changed: true,
      changed_on: '2024-03',
      full_name: 'Robin Sample',
      linkedin_url: null,
      current: works,
      previous: mills,
    })
  })

  it('is unknown without a position', () => {
    expect(jobChange({ company: 'Example Works' }, career([]))).toBeNull()
  })

  it('looks for the person without the employer that may be past', () => {
    expect(personOf({ email: 'r@example.com', company: 'Example', domain: 'example.com' })).toEqual({
      linkedin_url: null,
      email: 'r@example.com',
    })
    expect(personOf({ full_name: 'Robin Sample', company: 'Example' })).toEqual({
      full_name: 'Robin Sample',
      company: 'Example',
    })
  })
})
