import type { Capability } from './capability.ts'
import { dateOut, domain, input, listOut, nullable, object, output, textOut } from './fields.ts'

export const companyTechnologies: Capability = {
  slug: 'company.technologies',
  title: 'Technologies of a website',
  category: 'company',
  description: 'Names the software that is visible on a website, with the time it was first and last seen.',
  billing: 'on_match',
  inputSchema: input({ required: { domain: domain('The website to look at.') } }),
  outputSchema: output({
    technologies: nullable(
      listOut(object({ name: textOut(), category: textOut(), first_seen: dateOut(), last_seen: dateOut() }), 1000),
    ),
  }),
  sends: false,
  exampleInput: { domain: 'example.com' },
}
