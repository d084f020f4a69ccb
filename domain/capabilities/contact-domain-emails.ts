import { Type } from 'typebox'
import type { Capability } from './capability.ts'
import {
  DEPARTMENTS,
  EMAIL_STATUSES,
  SENIORITIES,
  choiceOut,
  confidenceOut,
  domain,
  emailOut,
  input,
  limit,
  listOut,
  name,
  nullable,
  object,
  output,
  page,
  phoneOut,
  textOut,
  urlOut,
} from './fields.ts'

export const DOMAIN_EMAILS_LIMIT_DEFAULT = 10
export const DOMAIN_EMAILS_LIMIT_MAX = 100

const EMAIL_TYPES = ['personal', 'generic'] as const

const address = object({
  email: emailOut(),
  email_status: choiceOut(EMAIL_STATUSES),
  confidence: confidenceOut(),
  type: choiceOut(EMAIL_TYPES),
  full_name: textOut(),
  first_name: textOut(),
  last_name: textOut(),
  title: textOut(),
  seniority: textOut(),
  department: textOut(),
  phone: phoneOut(),
  linkedin_url: urlOut(),
})

export const contactDomainEmails: Capability = {
  slug: 'contact.domain_emails',
  title: 'Emails of a company',
  category: 'contact',
  description:
    'Lists the known email addresses at a company domain with the people behind them. Billed per address delivered, up to the limit.',
  billing: 'metered',
  inputSchema: input({
    optional: {
      domain: domain("The company's domain. Finds more than the company's name does."),
      company: name("The company's name, when the domain is not known."),
      type: Type.Enum([...EMAIL_TYPES], {
        description: "Only people's addresses (personal), or only role addresses such as info@ (generic).",
      }),
      department: Type.Enum([...DEPARTMENTS], {
        description: 'Only people of this department. No live provider knows `engineering` or `product`.',
      }),
      seniority: Type.Enum([...SENIORITIES], { description: 'Only people of this seniority.' }),
      limit: limit('How many addresses at most.', DOMAIN_EMAILS_LIMIT_DEFAULT, DOMAIN_EMAILS_LIMIT_MAX),
      page: page(),
    },
    enough: [['domain'], ['company']],
  }),
  outputSchema: output({
    domain: textOut(),
    company: textOut(),
    pattern: textOut(),
    items: nullable(listOut(address, DOMAIN_EMAILS_LIMIT_MAX)),
  }),
  sends: false,
  limitField: 'limit',
  exampleInput: { domain: 'example.com', limit: 5 },
}
