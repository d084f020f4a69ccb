import type { Capability } from './capability.ts'
import { input, personUrl, output, text, textOut, urlOut } from './fields.ts'
import { stated } from './stated.ts'

/** The network cuts longer notes off. */
export const INVITATION_LENGTH_MAX = 300

export const linkedinInvite: Capability = {
  slug: 'linkedin.invite',
  title: 'Invite on LinkedIn',
  category: 'outreach',
  description: 'Sends a connection request from a connected LinkedIn account, with a note if one is given.',
  billing: 'per_call',
  inputSchema: input({
    required: { profile_url: personUrl('The profile to invite.') },
    optional: {
      account_id: text('The connected account to send from; can be omitted if only one is connected.', 200),
      message: text('The note of the request.', INVITATION_LENGTH_MAX),
      ...stated,
    },
  }),
  outputSchema: output({ invitation_id: textOut(), profile_url: urlOut() }),
  sends: true,
  exampleInput: { profile_url: 'https://www.linkedin.com/in/robin-sample', message: 'Good to meet you at the fair.' },
}
