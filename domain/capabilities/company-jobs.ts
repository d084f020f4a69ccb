import type { Capability } from './capability.ts'
import {
  booleanOut,
  dateOut,
  domain,
  input,
  limit,
  companyUrl,
  listOut,
  name,
  nullable,
  object,
  output,
  text,
  textOut,
  urlOut,
} from './fields.ts'

export const COMPANY_JOBS_LIMIT_DEFAULT = 10
export const COMPANY_JOBS_LIMIT_MAX = 100

const job = object({
  title: textOut(),
  department: textOut(),
  location: textOut(),
  remote: booleanOut(),
  employment_type: textOut(),
  description: textOut(),
  posted_at: dateOut(),
  url: urlOut(),
})

export const companyJobs: Capability = {
  slug: 'company.jobs',
  title: 'Open jobs of a company',
  category: 'company',
  description:
    'Lists the open positions of a company: title, place and date. Every response is billed, including an empty one.',
  billing: 'per_call',
  inputSchema: input({
    optional: {
      domain: domain("The company's domain; the most reliable of the three."),
      linkedin_url: companyUrl("The company's LinkedIn page."),
      name: name("The company's name."),
      query: text('Only jobs whose title has these words.', 200),
      location: name('Only jobs in this city, region or country.'),
      limit: limit('How many jobs at most.', COMPANY_JOBS_LIMIT_DEFAULT, COMPANY_JOBS_LIMIT_MAX),
    },
    enough: [['domain'], ['linkedin_url'], ['name']],
  }),
  outputSchema: output({ jobs: nullable(listOut(job, COMPANY_JOBS_LIMIT_MAX)) }),
  sends: false,
  exampleInput: { domain: 'example.com', limit: 5 },
}
