import { Type } from 'typebox'
import type { Capability } from './capability.ts'
import { countOut, input, limit, listOut, name, nullable, output, page, several, text } from './fields.ts'
import { companyRecord } from './records.ts'

export const COMPANY_SEARCH_LIMIT_DEFAULT = 10
export const COMPANY_SEARCH_LIMIT_MAX = 100
/** The limit for each kind of filter; a search that needs more is two searches. */
const FILTERS_MAX = 25

const count = (description: string) => Type.Integer({ description, minimum: 0, maximum: 10_000_000 })
const year = (description: string) => Type.Integer({ description, minimum: 1000, maximum: 3000 })

export const companySearch: Capability = {
  slug: 'company.search',
  title: 'Search companies',
  category: 'company',
  description:
    'Finds companies and accounts by keyword, industry, place, size, age or technology in use. Billed per company delivered, up to the limit.',
  billing: 'metered',
  inputSchema: input({
    optional: {
      query: text('Words to look for in name and description.', 500),
      industries: several(name('An industry.'), FILTERS_MAX, 'Any of these industries.'),
      locations: several(name('A city, region or country.'), FILTERS_MAX, 'Companies that sit in any of these places.'),
      technologies: several(name('A technology.'), FILTERS_MAX, 'Companies that use any of these technologies.'),
      employees_min: count('The minimum number of employees.'),
      employees_max: count('The maximum number of employees.'),
      founded_min: year('Founded in this year or later.'),
      founded_max: year('Founded in this year or earlier.'),
      limit: limit('How many companies at most.', COMPANY_SEARCH_LIMIT_DEFAULT, COMPANY_SEARCH_LIMIT_MAX),
      page: page(),
    },
    enough: [['query'], ['industries'], ['locations'], ['technologies']],
  }),
  outputSchema: output({ items: nullable(listOut(companyRecord(), COMPANY_SEARCH_LIMIT_MAX)), total: countOut() }),
  sends: false,
  limitField: 'limit',
  exampleInput: { industries: ['Software'], locations: ['Germany'], employees_min: 50, limit: 5 },
}
