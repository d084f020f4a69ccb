import { DECISION_MAKERS_LIMIT_DEFAULT } from '../../../domain/capabilities/person-decision-makers.ts'
import { PERSON_SEARCH_LIMIT_DEFAULT } from '../../../domain/capabilities/person-search.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { fictionalPhone } from './answers-contacts.ts'
import { cycle, listOf } from './lists.ts'
import { placeOf, simulatedPerson } from './records.ts'
import type { Seed } from './seed.ts'
import { companyOf, slugOf, subjectOf, textAt, textsAt } from './subject.ts'

const TITLES = ['Head of Operations', 'Product Manager', 'Sales Director', 'Software Engineer', 'Finance Lead'] as const

export function personEnrich(input: JsonObject, seed: Seed): JsonObject {
  const subject = subjectOf(input)
  const title = seed.pick('title', TITLES)
  return {
    full_name: subject.fullName,
    first_name: subject.firstName,
    last_name: subject.lastName,
    headline: `${title} at ${subject.companyName}`,
    title,
    seniority: seed.pick('seniority', ['senior', 'manager', 'director']),
    company: { name: subject.companyName, domain: subject.domain, linkedin_url: null },
    location: placeOf(seed, 'home'),
    linkedin_url: textAt(input, 'linkedin_url') ?? null,
    emails: [`${slugOf(subject.fullName, '.')}@${subject.domain}`],
    phones: [fictionalPhone(seed)],
    experience: [
      { title, company: subject.companyName, started_on: `${seed.number('since', 2015, 2024)}-03`, ended_on: null },
    ],
    education: [
      {
        school: 'University of Examples',
        degree: 'BSc',
        field: 'Simulated Studies',
        started_on: '2008',
        ended_on: '2011',
      },
    ],
    skills: ['planning', 'writing', 'simulation'],
  }
}

/** Every person in the answer matches the request; several requested values are used in turn. */
export function personSearch(input: JsonObject, seed: Seed): JsonObject {
  const [titles, seniorities, domains, companies, locations] = (
    ['titles', 'seniorities', 'domains', 'companies', 'locations'] as const
  ).map((member) => textsAt(input, member))
  return {
    items: listOf(input, PERSON_SEARCH_LIMIT_DEFAULT, (position) => {
      const employer = subjectOf({
        domain: cycle(domains ?? [], position) ?? null,
        company: cycle(companies ?? [], position) ?? null,
      })
      return simulatedPerson(seed, position, {
        domain: employer.domain,
        company: employer.companyName,
        title: cycle(titles ?? [], position),
        seniority: cycle(seniorities ?? [], position),
        place: cycle(locations ?? [], position),
      })
    }),
    total: seed.number('total', 10_000, 90_000),
  }
}

export function personResolveProfile(input: JsonObject, seed: Seed): JsonObject {
  const subject = subjectOf(input)
  const title = seed.pick('title', TITLES)
  return {
    linkedin_url: `https://www.linkedin.com/in/simulated-${seed.id('profile')}`,
    confidence: seed.number('confidence', 72, 98) / 100,
    full_name: subject.fullName,
    first_name: subject.firstName,
    last_name: subject.lastName,
    headline: `${title} at ${subject.companyName}`,
    title,
    company: subject.companyName,
    domain: subject.domain,
  }
}

export function personJobChange(input: JsonObject, seed: Seed): JsonObject {
  const subject = subjectOf(input)
  const changed = seed.pick('changed', [true, false])
  const known = {
    title: seed.pick('title', TITLES),
    company: subject.companyName,
    domain: subject.domain,
    linkedin_url: null,
  }
  const year = seed.number('year', 2022, 2024)
  const moved = {
    title: seed.pick('new title', TITLES),
    company: 'Sample Works (simulated)',
    domain: 'sample-works.example',
    linkedin_url: null,
  }
  return {
    changed,
    changed_on: changed ? `${year}-06` : null,
    full_name: subject.fullName,
    linkedin_url: textAt(input, 'linkedin_url') ?? null,
    current: { ...(changed ? moved : known), started_on: changed ? `${year}-06` : '2019-03', ended_on: null },
    previous: changed ? { ...known, started_on: '2019-03', ended_on: `${year}-05` } : null,
  }
}

export function personDecisionMakers(input: JsonObject, seed: Seed): JsonObject {
  const { domain, name } = companyOf(input)
  const [departments, seniorities, titles] = (['departments', 'seniorities', 'titles'] as const).map((member) =>
    textsAt(input, member),
  )
  return {
    company: name,
    domain,
    items: listOf(input, DECISION_MAKERS_LIMIT_DEFAULT, (position) =>
      simulatedPerson(seed, position, {
        domain,
        company: name,
        title: cycle(titles ?? [], position),
        department: cycle(departments ?? [], position),
        seniority:
          cycle(seniorities ?? [], position) ??
          seed.pick(`level ${position}`, ['founder', 'c_suite', 'vp', 'head', 'director']),
      }),
    ),
  }
}
