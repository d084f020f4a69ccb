import type { Capability } from './capability.ts'
import { countOut, dateOut, domain, input, listOut, name, nullable, object, output, textOut } from './fields.ts'

const round = object({
  type: textOut(),
  amount_usd: countOut(),
  date: dateOut(),
  investors: nullable(listOut(textOut(), 100)),
})

export const companyFunding: Capability = {
  slug: 'company.funding',
  title: 'Funding of a company',
  category: 'company',
  description: 'Lists the known funding rounds of a company, the latest one and the total raised, in US dollars.',
  billing: 'on_match',
  inputSchema: input({
    optional: {
      domain: domain("The company's domain."),
      name: name("The company's name."),
    },
    enough: [['domain'], ['name']],
  }),
  outputSchema: output({
    total_raised_usd: countOut(),
    last_round: nullable(round),
    rounds: nullable(listOut(round, 100)),
  }),
  sends: false,
  exampleInput: { domain: 'example.com' },
}
