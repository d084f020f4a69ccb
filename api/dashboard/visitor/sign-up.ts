import { html } from '../../html/markup.ts'
import { SignedUp, WORKSPACE_NAME_LENGTH_MAX } from '../../schemas/auth.ts'
import { type Form, formOf } from '../forms.ts'
import { pagePath, returnPath, SIGN_IN_PATH, SIGN_UP_PATH, withQuery } from '../paths.ts'
import { clientOf, enter } from './entering.ts'
import { EMAIL_FIELD, NEW_PASSWORD_FIELD } from './fields.ts'
import type { VisitorPage, VisitorParts } from './visitor-page.ts'

/** `code`: of the workspace that refers the newcomer. */
const formWith = (code: string): Form => ({
  action: 'sign-up',
  submit: 'Create a workspace',
  fields: [
    {
      name: 'workspace',
      label: 'Workspace name',
      autocomplete: 'organization',
      maxLength: WORKSPACE_NAME_LENGTH_MAX,
    },
    EMAIL_FIELD,
    NEW_PASSWORD_FIELD,
    { name: 'referral_code', label: 'Referral code', value: code, optional: true, autocomplete: 'off' },
  ],
})

export function signUpPage({ find, publicUrl }: VisitorParts): VisitorPage {
  const signUp = find('signUp', SignedUp)
  return {
    path: SIGN_UP_PATH,
    leadsOn: true,
    show: (query, refused) => ({
      title: 'Sign up',
      main: html`${formOf(formWith(query.get('ref') ?? ''), refused)}
<p>Already have a workspace? <a href="${withQuery(SIGN_IN_PATH, query)}">Sign in</a></p>`,
    }),
    async act(ctx, { caller, form, query }) {
      const code = form.get('referral_code') ?? ''
      const body = {
        email: form.get('email') ?? '',
        password: form.get('password') ?? '',
        workspace: form.get('workspace') ?? '',
        ...(code === '' ? {} : { referral_code: code }),
      }
      enter(ctx, publicUrl(), await signUp({ caller }, { body, headers: clientOf(ctx) }))
      // A newcomer begins where nothing costs money.
      return query.has('to') ? returnPath(query.get('to')) : pagePath('test', '')
    },
  }
}
