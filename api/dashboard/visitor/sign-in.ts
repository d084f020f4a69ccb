import { html } from '../../html/markup.ts'
import { deviceToken } from '../../middleware/device-cookie.ts'
import { SignedIn } from '../../schemas/auth.ts'
import { sessionToken } from '../cookies.ts'
import { formOf } from '../forms.ts'
import { FORGOTTEN_PATH, returnPath, SIGN_IN_PATH, SIGN_UP_PATH, withQuery } from '../paths.ts'
import { clientOf, enter } from './entering.ts'
import { EMAIL_FIELD, PASSWORD_FIELD } from './fields.ts'
import type { VisitorPage, VisitorParts } from './visitor-page.ts'

export function signInPage({ find, publicUrl }: VisitorParts): VisitorPage {
  const signIn = find('signIn', SignedIn)
  return {
    path: SIGN_IN_PATH,
    leadsOn: true,
    show: (query, refused) => ({
      title: 'Sign in',
      main: html`${formOf({ action: 'sign-in', submit: 'Sign in', fields: [EMAIL_FIELD, PASSWORD_FIELD] }, refused)}
<p><a href="${FORGOTTEN_PATH}">Forgot the password?</a></p>
<p>No workspace yet? <a href="${withQuery(SIGN_UP_PATH, query)}">Sign up</a></p>`,
    }),
    async act(ctx, { caller, form, query }) {
      // The browser's earlier session ends with the sign-in.
      const [token, device] = [sessionToken(ctx), deviceToken(ctx)]
      const body = {
        email: form.get('email') ?? '',
        password: form.get('password') ?? '',
        ...(device === undefined ? {} : { device_token: device }),
      }
      const headers = { ...clientOf(ctx), ...(token === null ? {} : { Authorization: `Bearer ${token}` }) }
      enter(ctx, publicUrl(), await signIn({ caller }, { body, headers }))
      return returnPath(query.get('to'))
    },
  }
}
