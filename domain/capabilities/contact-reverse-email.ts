import type { Capability } from './capability.ts'
import { email, emailOut, input, output, textOut, urlOut } from './fields.ts'
import { placeOut } from './records.ts'

export const contactReverseEmail: Capability = {
  slug: 'contact.reverse_email',
  title: 'Find the person behind an email',
  category: 'contact',
  description: 'Reverse email lookup: returns the owner of an address with name, role, employer and LinkedIn profile.',
  billing: 'on_match',
  inputSchema: input({ required: { email: email('The address whose owner is wanted, work or personal.') } }),
  outputSchema: output({
    email: emailOut(),
    full_name: textOut(),
    first_name: textOut(),
    last_name: textOut(),
    headline: textOut(),
    title: textOut(),
    company: textOut(),
    domain: textOut(),
    location: placeOut(),
    linkedin_url: urlOut(),
  }),
  sends: false,
  exampleInput: { email: 'robin.sample@example.com' },
}
