import type { Capability } from './capability.ts'
import {
  booleanOut,
  confidenceOut,
  countOut,
  domain,
  emailOut,
  input,
  listOut,
  name,
  nullable,
  object,
  output,
  textOut,
} from './fields.ts'

export const companyEmailPattern: Capability = {
  slug: 'company.email_pattern',
  title: 'Email pattern of a company',
  category: 'company',
  description:
    'Returns how a company forms its email addresses, for example {first}.{last}, and how common each format is.',
  billing: 'on_match',
  inputSchema: input({
    optional: {
      domain: domain("The company's domain."),
      name: name("The company's name, when the domain is not known."),
    },
    enough: [['domain'], ['name']],
  }),
  outputSchema: output({
    domain: textOut(),
    pattern: textOut(),
    example: emailOut(),
    accept_all: booleanOut(),
    sample_size: countOut(),
    patterns: nullable(listOut(object({ pattern: textOut(), share: confidenceOut() }), 50)),
  }),
  sends: false,
  exampleInput: { domain: 'example.com' },
}
