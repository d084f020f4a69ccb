import type { Capability } from './capability.ts'
import { confidenceOut, domain, email, input, name, output, phone, textOut, urlOut } from './fields.ts'

export const personResolveProfile: Capability = {
  slug: 'person.resolve_profile',
  title: "Find a person's LinkedIn profile",
  category: 'person',
  description: 'Resolves a name and company, an email or a phone number to the LinkedIn profile of that person.',
  billing: 'on_match',
  inputSchema: input({
    optional: {
      full_name: name('First and last name; goes with domain or company.'),
      domain: domain("The employer's domain; goes with full_name."),
      company: name("The employer's name; goes with full_name."),
      email: email('Any email of the person.'),
      phone: phone('A phone number of the person in E.164, for example +15550100123.'),
    },
    enough: [['full_name', 'domain'], ['full_name', 'company'], ['email'], ['phone']],
  }),
  outputSchema: output({
    linkedin_url: urlOut(),
    confidence: confidenceOut(),
    full_name: textOut(),
    first_name: textOut(),
    last_name: textOut(),
    headline: textOut(),
    title: textOut(),
    company: textOut(),
    domain: textOut(),
  }),
  sends: false,
  exampleInput: { full_name: 'Robin Sample', company: 'Example' },
}
