import type { Capability } from './capability.ts'
import { EMAIL_STATUSES, booleanOut, choiceOut, confidenceOut, email, emailOut, input, output } from './fields.ts'

export const contactVerify: Capability = {
  slug: 'contact.verify',
  title: 'Verify an email',
  category: 'contact',
  description:
    'Returns whether mail to an address is likely to arrive, without sending any. Every response is billed, including unknown.',
  billing: 'per_call',
  inputSchema: input({ required: { email: email('The address to check.') } }),
  outputSchema: output({
    email: emailOut(),
    status: choiceOut(EMAIL_STATUSES),
    score: confidenceOut(),
    free: booleanOut(),
    role: booleanOut(),
  }),
  sends: false,
  exampleInput: { email: 'robin.sample@example.com' },
}
