import type { Capability } from './capability.ts'
import { choiceOut, confidenceOut, domain, email, input, personUrl, name, output, phoneOut, textOut } from './fields.ts'

export const contactPhone: Capability = {
  slug: 'contact.phone',
  title: 'Find a phone number',
  category: 'contact',
  description:
    'Finds a direct phone number of a person and states whether it is a mobile, a landline or an internet line.',
  billing: 'on_match',
  inputSchema: input({
    optional: {
      linkedin_url: personUrl("The person's LinkedIn profile."),
      email: email('A work or personal email of the person.'),
      full_name: name('First and last name; goes with domain.'),
      domain: domain("The company's domain; goes with full_name."),
    },
    enough: [['linkedin_url'], ['email'], ['full_name', 'domain']],
  }),
  outputSchema: output({
    phone: phoneOut(),
    type: choiceOut(['mobile', 'landline', 'voip']),
    country: textOut(),
    confidence: confidenceOut(),
  }),
  sends: false,
  exampleInput: { email: 'robin.sample@example.com' },
}
