import type { Capability } from './capability.ts'
import {
  EMAIL_STATUSES,
  choiceOut,
  confidenceOut,
  domain,
  emailOut,
  input,
  personUrl,
  name,
  output,
  textOut,
  urlOut,
} from './fields.ts'

export const contactFind: Capability = {
  slug: 'contact.find',
  title: 'Find a work email',
  category: 'contact',
  description:
    "Finds a person's work email from the name and the company's domain or name, or from a LinkedIn profile.",
  billing: 'on_match',
  inputSchema: input({
    optional: {
      full_name: name('First and last name in one string.'),
      first_name: name('Given name; goes with last_name.'),
      last_name: name('Family name; goes with first_name.'),
      domain: domain("The company's domain. Finds more than the company's name does."),
      company: name("The company's name, when the domain is not known."),
      linkedin_url: personUrl("The person's LinkedIn profile; enough by itself."),
    },
    enough: [
      ['full_name', 'domain'],
      ['full_name', 'company'],
      ['first_name', 'last_name', 'domain'],
      ['first_name', 'last_name', 'company'],
      ['linkedin_url'],
    ],
  }),
  outputSchema: output({
    email: emailOut(),
    email_status: choiceOut(EMAIL_STATUSES),
    confidence: confidenceOut(),
    first_name: textOut(),
    last_name: textOut(),
    title: textOut(),
    company: textOut(),
    domain: textOut(),
    linkedin_url: urlOut(),
  }),
  sends: false,
  exampleInput: { full_name: 'Robin Sample', domain: 'example.com' },
}
