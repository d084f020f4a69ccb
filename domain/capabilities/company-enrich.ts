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

export const companyEnrich: Capability = {
  slug: 'company.enrich',
  title: 'Enrich a company',
  category: 'company',
  description:
    'Completes a company known by its domain, LinkedIn page or name: what it does, how large it is, where it sits.',
  billing: 'on_match',
  inputSchema: input({
    optional: {
      domain: domain("The company's domain; the most reliable of the three."),
      linkedin_url: companyUrl("The company's LinkedIn page."),
      name: name("The company's name."),
    },
    enough: [['domain'], ['linkedin_url'], ['name']],
  }),
  outputSchema: output({
    name: textOut(),
    domain: textOut(),
    description: textOut(),
    industry: textOut(),
    employees: countOut(),
    employee_range: textOut(),
    founded_year: yearOut(),
    headquarters: placeOut(),
    linkedin_url: urlOut(),
    logo_url: urlOut(),
    revenue_range: textOut(),
    tags: nullable(listOut(textOut(), 100)),
  }),
  sends: false,
  exampleInput: { domain: 'example.com' },
}
