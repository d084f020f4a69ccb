import type { Capability } from './capability.ts'
import {
  EMAIL_STATUSES,
  choiceOut,
  confidenceOut,
  domain,
  email,
  emailOut,
  input,
  personUrl,
  listOut,
  name,
  nullable,
  output,
  textOut,
  urlOut,
} from './fields.ts'

export const contactPersonalEmail: Capability = {
  slug: 'contact.personal_email',
  title: 'Find a personal email',
  category: 'contact',
  description:
    'Finds the private, non-work email address of a person, such as one at a free mail service, by LinkedIn profile, work email or name and company.',
  billing: 'on_match',
  inputSchema: input({
    optional: {
      linkedin_url: personUrl("The person's LinkedIn profile; the most reliable of the three."),
      email: email('A work email of the person.'),
      full_name: name('First and last name; goes with domain or company.'),
      domain: domain("The employer's domain; goes with full_name."),
      company: name("The employer's name; goes with full_name."),
    },
    enough: [['linkedin_url'], ['email'], ['full_name', 'domain'], ['full_name', 'company']],
  }),
  outputSchema: output({
    email: emailOut(),
    email_status: choiceOut(EMAIL_STATUSES),
    confidence: confidenceOut(),
    emails: nullable(listOut(emailOut(), 50)),
    first_name: textOut(),
    last_name: textOut(),
    linkedin_url: urlOut(),
  }),
  sends: false,
  exampleInput: { linkedin_url: 'https://www.linkedin.com/in/robin-sample' },
}
