import { html } from '../../html/markup.ts'
import { InvitationsRefused } from '../../schemas/auth.ts'
import { notice } from '../elements.ts'
import { formOf } from '../forms.ts'
import { REFUSAL_PATH } from '../../../domain/accounts/mails.ts'
import { linkToken, type VisitorPage, type VisitorParts } from './visitor-page.ts'

/** Refuses further invitations. A button does it, because programs that look at mails open their links too. */
export function refuseInvitationsPage({ find }: VisitorParts): VisitorPage {
  const refuseInvitations = find('refuseInvitations', InvitationsRefused)
  return {
    path: REFUSAL_PATH,
    show: (query, refused) => ({
      title: 'Refuse invitations',
      main: html`<p>No workspace can invite your address any more, and the invitations that you have end.</p>
${formOf(
  {
    action: 'refuse',
    submit: 'Refuse all invitations',
    fields: [],
    hidden: { token: linkToken(query, refused) },
  },
  refused,
)}`,
    }),
    async act(_, { caller, form }) {
      const { email } = await refuseInvitations({ caller }, { body: { token: form.get('token') ?? '' } })
      return {
        title: 'Invitations refused',
        main: notice('good', html`${email} gets no more invitations.`),
      }
    },
  }
}
