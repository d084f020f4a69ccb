import type { Capability } from './capability.ts'
import {
  countOut,
  domain,
  input,
  companyUrl,
  listOut,
  name,
  nullable,
  output,
  textOut,
  urlOut,
  yearOut,
} from './fields.ts'
import { placeOut } from './records.ts'

export const linkedinCompany: Capability = {
  slug: 'linkedin.company',
  title: 'LinkedIn page of a company',
  category: 'social',
  description:
    "Reads a company's public LinkedIn page: tagline, description, followers, size, specialties. Every answer is billed.",
  billing: 'per_call',
  inputSchema: input({
    optional: {
      linkedin_url: companyUrl("The company's LinkedIn page; the most reliable of the three."),
      domain: domain("The company's domain."),
      name: name("The company's name."),
    },
    enough: [['linkedin_url'], ['domain'], ['name']],
  }),
  outputSchema: output({
    name: textOut(),
    linkedin_url: urlOut(),
    domain: textOut(),
    website: urlOut(),
    tagline: textOut(),
    description: textOut(),
    industry: textOut(),
    company_type: textOut(),
    employees: countOut(),
    employee_range: textOut(),
    followers: countOut(),
    founded_year: yearOut(),
    headquarters: placeOut(),
    specialties: nullable(listOut(textOut(), 100)),
    logo_url: urlOut(),
  }),
  sends: false,
  exampleInput: { linkedin_url: 'https://www.linkedin.com/company/example' },
}
