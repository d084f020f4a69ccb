import { html } from '../../html/markup.ts'
import { SignedUp, WORKSPACE_NAME_LENGTH_MAX } from '../../schemas/auth.ts'
import { type Form, formOf } from '../forms.ts'
import { pagePath, returnPath, SIGN_IN_PATH, SIGN_UP_PATH, withQuery } from '../paths.ts'
import { clientOf, enter } from './entering.ts'
import { copyNow, secretShown } from '../secret.ts'
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
      const made = await signUp({ caller }, { body, headers: clientOf(ctx) })
      enter(ctx, publicUrl(), made)
      // A newcomer begins where nothing costs money.
      const next = query.has('to') ? returnPath(query.get('to')) : pagePath('test', '')
      return {
        title: 'Your workspace is ready',
        main: html`${copyNow('the sandbox key')}
${secretShown('sandbox-key', 'Sandbox key', made.test_key)}
<p>Programs send it as <code>Authorization: Bearer …</code>. It moves no money and sends no messages. You can make more
keys in the dashboard.</p>
<p class="actions"><a href="${next}" class="button">I have copied it</a></p>`,
      }
    },
  }
}
