import { html } from '../../html/markup.ts'
import { EmailVerified } from '../../schemas/auth.ts'
import { notice } from '../elements.ts'
import { formOf } from '../forms.ts'
import { DASHBOARD_PATH, VERIFY_PATH } from '../paths.ts'
import { linkToken, type VisitorPage, type VisitorParts } from './visitor-page.ts'

/** Confirms an address. A button does it, because programs that look at mails open their links too. */
export function verifyEmailPage({ find }: VisitorParts): VisitorPage {
  const verifyEmail = find('verifyEmail', EmailVerified)
  return {
    path: VERIFY_PATH,
    show: (query, refused) => ({
      title: 'Confirm your address',
      main: html`<p>Confirm it only if you have signed up here yourself. If another person has used your
address, close this page.</p>
${formOf(
  {
    action: 'verify',
    submit: 'Confirm this address',
    fields: [],
    hidden: { token: linkToken(query, refused) },
  },
  refused,
)}`,
    }),
    async act(_, { caller, form }) {
      const { email } = await verifyEmail({ caller }, { body: { token: form.get('token') ?? '' } })
      return {
        title: 'Address confirmed',
        main: html`${notice('good', html`${email} is confirmed.`)}
<p><a class="button main" href="${DASHBOARD_PATH}">Continue</a></p>`,
      }
    },
  }
}
