import type { Capability } from './capability.ts'
import {
  booleanOut,
  dateOut,
  domain,
  email,
  input,
  personUrl,
  name,
  nullable,
  object,
  output,
  textOut,
  urlOut,
} from './fields.ts'

const position = object({
  title: textOut(),
  company: textOut(),
  domain: textOut(),
  linkedin_url: urlOut(),
  started_on: dateOut(),
  ended_on: dateOut(),
})

export const personJobChange: Capability = {
  slug: 'person.job_change',
  title: 'Check for a job change',
  category: 'person',
  description:
    'Returns whether a person has left the given employer, and where they work now; the position before shows a promotion. Billed if the person is found, whether or not they moved.',
  billing: 'on_match',
  inputSchema: input({
    optional: {
      linkedin_url: personUrl("The person's LinkedIn profile."),
      email: email('The work email you have; its domain counts as the last known employer.'),
      full_name: name('First and last name; goes with domain or company.'),
      domain: domain("The last known employer's domain."),
      company: name("The last known employer's name."),
    },
    enough: [['linkedin_url'], ['email'], ['full_name', 'domain'], ['full_name', 'company']],
  }),
  outputSchema: output({
    changed: booleanOut(),
    changed_on: dateOut(),
    full_name: textOut(),
    linkedin_url: urlOut(),
    current: nullable(position),
    previous: nullable(position),
  }),
  sends: false,
  exampleInput: { linkedin_url: 'https://www.linkedin.com/in/robin-sample', company: 'Example' },
}
