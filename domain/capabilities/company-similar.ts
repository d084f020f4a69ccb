import type { Capability } from './capability.ts'
import { domain, input, limit, companyUrl, listOut, name, nullable, output } from './fields.ts'
import { companyRecord } from './records.ts'

export const COMPANY_SIMILAR_LIMIT_DEFAULT = 10
export const COMPANY_SIMILAR_LIMIT_MAX = 100

export const companySimilar: Capability = {
  slug: 'company.similar',
  title: 'Similar companies',
  category: 'company',
  description:
    'Finds companies like a given one: competitors and lookalikes, the most similar first. Billed per company delivered, up to the limit.',
  billing: 'metered',
  inputSchema: input({
    optional: {
      domain: domain("The company's domain; the most reliable of the three."),
      linkedin_url: companyUrl("The company's LinkedIn page."),
      name: name("The company's name."),
      limit: limit('How many companies at most.', COMPANY_SIMILAR_LIMIT_DEFAULT, COMPANY_SIMILAR_LIMIT_MAX),
    },
    enough: [['domain'], ['linkedin_url'], ['name']],
  }),
  outputSchema: output({ items: nullable(listOut(companyRecord(), COMPANY_SIMILAR_LIMIT_MAX)) }),
  sends: false,
  limitField: 'limit',
  exampleInput: { domain: 'example.com', limit: 5 },
}
