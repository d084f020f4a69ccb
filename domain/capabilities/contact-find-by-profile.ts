import type { Capability } from './capability.ts'
import {
  EMAIL_STATUSES,
  choiceOut,
  confidenceOut,
  emailOut,
  input,
  personUrl,
  output,
  textOut,
  urlOut,
} from './fields.ts'

export const contactFindByProfile: Capability = {
  slug: 'contact.find_by_profile',
  title: 'Find a work email by LinkedIn profile',
  category: 'contact',
  description: "Finds a person's work email address from the address of their LinkedIn profile alone.",
  billing: 'on_match',
  inputSchema: input({ required: { linkedin_url: personUrl("The person's LinkedIn profile.") } }),
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
  exampleInput: { linkedin_url: 'https://www.linkedin.com/in/robin-sample' },
}
