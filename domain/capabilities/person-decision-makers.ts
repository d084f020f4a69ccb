import { Type } from 'typebox'
import type { Capability } from './capability.ts'
import {
  DEPARTMENTS,
  SENIORITIES,
  domain,
  input,
  limit,
  companyUrl,
  listOut,
  name,
  nullable,
  output,
  several,
  textOut,
} from './fields.ts'
import { personRecord } from './records.ts'

export const DECISION_MAKERS_LIMIT_DEFAULT = 10
export const DECISION_MAKERS_LIMIT_MAX = 100
const TITLES_MAX = 25

export const personDecisionMakers: Capability = {
  slug: 'person.decision_makers',
  title: 'Decision makers of a company',
  category: 'person',
  description:
    'Finds the decision makers of a company: founders, executives and heads, or the people of a department or role. Billed per person delivered, up to the limit.',
  billing: 'metered',
  inputSchema: input({
    optional: {
      domain: domain("The company's domain; the most reliable of the three."),
      linkedin_url: companyUrl("The company's LinkedIn page."),
      company: name("The company's name."),
      departments: several(
        Type.Enum([...DEPARTMENTS]),
        DEPARTMENTS.length,
        'Only people of these departments. No live provider knows `management` or `it`.',
      ),
      seniorities: several(
        Type.Enum([...SENIORITIES]),
        SENIORITIES.length,
        'Only people of these levels; by default directors and above.',
      ),
      titles: several(name('A job title.'), TITLES_MAX, 'Only people with one of these job titles.'),
      limit: limit('How many people at most.', DECISION_MAKERS_LIMIT_DEFAULT, DECISION_MAKERS_LIMIT_MAX),
    },
    enough: [['domain'], ['linkedin_url'], ['company']],
  }),
  outputSchema: output({
    company: textOut(),
    domain: textOut(),
    items: nullable(listOut(personRecord(), DECISION_MAKERS_LIMIT_MAX)),
  }),
  sends: false,
  limitField: 'limit',
  exampleInput: { domain: 'example.com', seniorities: ['c_suite', 'vp'], limit: 5 },
}
