import { Type } from 'typebox'
import type { Capability } from './capability.ts'
import {
  SENIORITIES,
  countOut,
  domain,
  input,
  limit,
  listOut,
  name,
  nullable,
  output,
  page,
  several,
  text,
} from './fields.ts'
import { personRecord } from './records.ts'

export const PERSON_SEARCH_LIMIT_DEFAULT = 10
export const PERSON_SEARCH_LIMIT_MAX = 100
/** The limit for each kind of filter; a search that needs more is two searches. */
const FILTERS_MAX = 25

export const personSearch: Capability = {
  slug: 'person.search',
  title: 'Search people',
  category: 'person',
  description:
    'Finds people and leads by job title, seniority, employer, industry or place: prospecting lists. Billed per person delivered, up to the limit.',
  billing: 'metered',
  inputSchema: input({
    optional: {
      query: text('Words to look for anywhere in the profile.', 500),
      titles: several(name('A job title.'), FILTERS_MAX, 'Any of these job titles.'),
      seniorities: several(Type.Enum([...SENIORITIES]), SENIORITIES.length, 'Any of these levels.'),
      domains: several(domain("An employer's domain."), FILTERS_MAX, 'People who work at any of these companies.'),
      companies: several(
        name("An employer's name."),
        FILTERS_MAX,
        'People who work at any of these companies, by name.',
      ),
      industries: several(name('An industry.'), FILTERS_MAX, 'Any of these industries of the employer.'),
      locations: several(name('A city, region or country.'), FILTERS_MAX, 'People who live in any of these places.'),
      limit: limit('How many people at most.', PERSON_SEARCH_LIMIT_DEFAULT, PERSON_SEARCH_LIMIT_MAX),
      page: page(),
    },
    enough: [['query'], ['titles'], ['seniorities'], ['domains'], ['companies'], ['industries'], ['locations']],
  }),
  outputSchema: output({ items: nullable(listOut(personRecord(), PERSON_SEARCH_LIMIT_MAX)), total: countOut() }),
  sends: false,
  limitField: 'limit',
  exampleInput: { titles: ['Head of Operations'], locations: ['Germany'], limit: 5 },
}
