import type { Capability } from './capability.ts'
import {
  dateOut,
  email,
  emailOut,
  input,
  personUrl,
  listOut,
  name,
  nullable,
  object,
  output,
  phone,
  phoneOut,
  textOut,
  urlOut,
} from './fields.ts'
import { placeOut } from './records.ts'

const position = object({
  title: textOut(),
  company: textOut(),
  started_on: dateOut(),
  ended_on: dateOut(),
})

const schooling = object({
  school: textOut(),
  degree: textOut(),
  field: textOut(),
  started_on: dateOut(),
  ended_on: dateOut(),
})

export const personEnrich: Capability = {
  slug: 'person.enrich',
  title: 'Enrich a person',
  category: 'person',
  description:
    'Completes a person known by email, LinkedIn profile, phone, or name and company: role, employer, place, career.',
  billing: 'on_match',
  inputSchema: input({
    optional: {
      email: email('Any email of the person.'),
      linkedin_url: personUrl("The person's LinkedIn profile."),
      phone: phone('A phone number of the person in E.164, for example +15550100123.'),
      full_name: name('First and last name; goes with company.'),
      company: name("The employer's name; goes with full_name."),
    },
    enough: [['email'], ['linkedin_url'], ['phone'], ['full_name', 'company']],
  }),
  outputSchema: output({
    full_name: textOut(),
    first_name: textOut(),
    last_name: textOut(),
    headline: textOut(),
    title: textOut(),
    seniority: textOut(),
    company: nullable(object({ name: textOut(), domain: textOut(), linkedin_url: urlOut() })),
    location: placeOut(),
    linkedin_url: urlOut(),
    emails: nullable(listOut(emailOut(), 50)),
    phones: nullable(listOut(phoneOut(), 50)),
    experience: nullable(listOut(position, 100)),
    education: nullable(listOut(schooling, 50)),
    skills: nullable(listOut(textOut(), 200)),
  }),
  sends: false,
  exampleInput: { email: 'robin.sample@example.com' },
}
