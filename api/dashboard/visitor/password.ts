import { html } from '../../html/markup.ts'
import { LinkRequested, SignedIn } from '../../schemas/auth.ts'
import { notice } from '../elements.ts'
import { formOf } from '../forms.ts'
import { linkPlace } from '../page.ts'
import { DASHBOARD_PATH, FORGOTTEN_PATH, RESET_PATH, SIGN_IN_PATH } from '../paths.ts'
import { clientOf, enter } from './entering.ts'
import { EMAIL_FIELD, NEW_PASSWORD_FIELD } from './fields.ts'
import { linkToken, type VisitorPage, type VisitorParts } from './visitor-page.ts'

/** Requests a mail with a link for a new password. */
export function forgottenPage(parts: VisitorParts): VisitorPage {
  const { find } = parts
  const requestPasswordReset = find('requestPasswordReset', LinkRequested)
  return {
    path: FORGOTTEN_PATH,
    show: (_, refused) => ({
      title: 'Forgot the password',
      main: html`<p>We send you a link for a new one.</p>
${formOf({ action: 'forgotten', submit: 'Send the link', fields: [EMAIL_FIELD] }, refused)}
<p><a href="${SIGN_IN_PATH}">Back to the sign-in</a></p>`,
    }),
    async act(_, { caller, form }) {
      const email = form.get('email') ?? ''
      await requestPasswordReset({ caller }, { body: { email } })
      return {
        title: 'Look into your mail',
        main: html`${notice(
          'good',
          html`If ${email} has an account, a link is ${linkPlace(parts)}. It works for an hour.`,
        )}
<p><a href="${SIGN_IN_PATH}">Back to the sign-in</a></p>`,
      }
    },
  }
}

/** Sets a new password by the link of the mail, and signs in. */
export function resetPage({ find, publicUrl }: VisitorParts): VisitorPage {
  const resetPassword = find('resetPassword', SignedIn)
  return {
    path: RESET_PATH,
    show: (query, refused) => ({
      title: 'New password',
      main: html`${formOf(
        {
          action: 'reset',
          submit: 'Set the password and sign in',
          fields: [{ ...NEW_PASSWORD_FIELD, label: 'New password' }],
          hidden: { token: linkToken(query, refused) },
        },
        refused,
      )}
<p><a href="${FORGOTTEN_PATH}">Request a new link</a></p>`,
    }),
    async act(ctx, { caller, form }) {
      const body = { token: form.get('token') ?? '', password: form.get('password') ?? '' }
      enter(ctx, publicUrl(), await resetPassword({ caller }, { body, headers: clientOf(ctx) }))
      return DASHBOARD_PATH
    },
  }
}
