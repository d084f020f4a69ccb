import { Type } from 'typebox'
import type { Capability } from './capability.ts'
import {
  booleanOut,
  countOut,
  dateOut,
  input,
  limit,
  listOut,
  name,
  nullable,
  object,
  output,
  text,
  textOut,
  urlOut,
} from './fields.ts'

export const LINKEDIN_JOBS_LIMIT_DEFAULT = 10
export const LINKEDIN_JOBS_LIMIT_MAX = 100

const job = object({
  title: textOut(),
  company: textOut(),
  company_linkedin_url: urlOut(),
  location: textOut(),
  remote: booleanOut(),
  employment_type: textOut(),
  seniority: textOut(),
  salary: textOut(),
  description: textOut(),
  posted_at: dateOut(),
  applicants: countOut(),
  url: urlOut(),
})

export const linkedinJobs: Capability = {
  slug: 'linkedin.jobs',
  title: 'Search LinkedIn jobs',
  category: 'social',
  description:
    'Finds job postings and vacancies on LinkedIn by words, place and company. Billed per job delivered, up to the limit.',
  billing: 'metered',
  inputSchema: input({
    required: { query: text('Job title or words of the posting.', 500) },
    optional: {
      location: name('A city, region or country.'),
      company: name(
        'Only postings of this company. Postings of others that were read for it may count: see `price.note` of the offers.',
      ),
      posted_within: Type.Enum(['day', 'week', 'month'], { description: 'Only postings this recent.' }),
      remote: Type.Boolean({ description: 'True for remote positions only.' }),
      limit: limit('How many jobs at most.', LINKEDIN_JOBS_LIMIT_DEFAULT, LINKEDIN_JOBS_LIMIT_MAX),
    },
  }),
  outputSchema: output({ items: nullable(listOut(job, LINKEDIN_JOBS_LIMIT_MAX)) }),
  sends: false,
  limitField: 'limit',
  exampleInput: { query: 'data engineer', location: 'Germany', limit: 5 },
}
