import { html, type Html } from '../html/markup.ts'
import type { StepContext } from '../middleware/state.ts'
import {
  EMAIL_LENGTH_MAX,
  PASSWORD_LENGTH_MAX,
  SignedIn,
  SignedOut,
  SignedUp,
  WORKSPACE_NAME_LENGTH_MAX,
} from '../schemas/auth.ts'
import type { RouteCaller } from '../route/pipeline.ts'
import { deviceToken, setDeviceCookie } from '../middleware/device-cookie.ts'
import { forgetSession, setSessionCookie, sessionToken } from './cookies.ts'
import { type Form, formOf } from './forms.ts'
import type { PageParts, PersonCaller, RefusedForm, Shown } from './page.ts'
import { returnPath, SIGN_IN_PATH, SIGN_UP_PATH } from './paths.ts'

const EMAIL = {
  name: 'email',
  label: 'E-mail',
  type: 'email',
  autocomplete: 'username',
  maxLength: EMAIL_LENGTH_MAX,
} as const

/** The forms for visitors who have not signed in, by their paths. */
const FORMS: Readonly<
  Record<
    typeof SIGN_IN_PATH | typeof SIGN_UP_PATH,
    { readonly title: string; readonly form: Form; readonly other: (search: string) => Html }
  >
> = {
  [SIGN_IN_PATH]: {
    title: 'Sign in',
    form: {
      action: 'sign-in',
      submit: 'Sign in',
      fields: [
        EMAIL,
        {
          name: 'password',
          label: 'Password',
          type: 'password',
          autocomplete: 'current-password',
          maxLength: PASSWORD_LENGTH_MAX,
        },
      ],
    },
    other: (search) => html`<p>No workspace yet? <a href="${SIGN_UP_PATH}${search}">Sign up</a></p>`,
  },
  [SIGN_UP_PATH]: {
    title: 'Sign up',
    form: {
      action: 'sign-up',
      submit: 'Create a workspace',
      fields: [
        {
          name: 'workspace',
          label: 'Workspace name',
          autocomplete: 'organization',
          maxLength: WORKSPACE_NAME_LENGTH_MAX,
        },
        EMAIL,
        {
          name: 'password',
          label: 'Password',
          type: 'password',
          autocomplete: 'new-password',
          maxLength: PASSWORD_LENGTH_MAX,
          hint: 'At least 8 characters.',
        },
        { name: 'referral_code', label: 'Referral code', optional: true, autocomplete: 'off' },
      ],
    },
    other: (search) => html`<p>Already have a workspace? <a href="${SIGN_IN_PATH}${search}">Sign in</a></p>`,
  },
}

/** By which a person recognizes the session in their list. */
const clientOf = (ctx: StepContext): Record<string, string> => {
  const userAgent = ctx.get('User-Agent')
  return userAgent === '' ? {} : { 'User-Agent': userAgent }
}

export type VisitorPath = keyof typeof FORMS
export const isVisitorPath = (path: string): path is VisitorPath => Object.hasOwn(FORMS, path)

/** A form for a visitor who has not signed in. `search`: the URL's query, which names the page to continue with. */
export function visitorForm(
  path: VisitorPath,
  { search, refused }: { readonly search: string; readonly refused: RefusedForm | null },
): Shown {
  const { title, form, other } = FORMS[path]
  return { title, main: html`${formOf(form, refused)}${other(search)}` }
}

/**
 * Signing in, up and out, by the public routes. The browser keeps the session's token in a cookie that no script reads.
 */
export function createAuthActions({ find }: Pick<PageParts, 'find'>, publicUrl: () => string) {
  const signIn = find('signIn', SignedIn)
  const signUp = find('signUp', SignedUp)
  const signOut = find('signOut', SignedOut)
  const setCookies = (
    ctx: StepContext,
    entered: { readonly session_token: string; readonly expires_at: string; readonly device_token: string },
  ): void => {
    setSessionCookie(ctx, publicUrl(), entered)
    setDeviceCookie(ctx, publicUrl(), entered.device_token)
  }
  return {
    /** Returns the path to continue with; throws the Problem of the route. */
    async signInOrUp(
      ctx: StepContext,
      path: VisitorPath,
      { caller, form }: { readonly caller: RouteCaller; readonly form: URLSearchParams },
    ): Promise<string> {
      const email = form.get('email') ?? ''
      const password = form.get('password') ?? ''
      const to = returnPath(new URLSearchParams(ctx.querystring).get('to'))
      if (path === SIGN_IN_PATH) {
        // The browser's earlier session ends with the sign-in.
        const [token, device] = [sessionToken(ctx), deviceToken(ctx)]
        const body = { email, password, ...(device === undefined ? {} : { device_token: device }) }
        const headers = { ...clientOf(ctx), ...(token === null ? {} : { Authorization: `Bearer ${token}` }) }
        setCookies(ctx, await signIn({ caller }, { body, headers }))
        return to
      }
      const code = form.get('referral_code') ?? ''
      setCookies(
        ctx,
        await signUp(
          { caller },
          {
            body: {
              email,
              password,
              workspace: form.get('workspace') ?? '',
              ...(code === '' ? {} : { referral_code: code }),
            },
            headers: clientOf(ctx),
          },
        ),
      )
      return to
    },
    /** Ends the session on every replica, and in this browser. */
    async signOut(ctx: StepContext, caller: PersonCaller | null): Promise<void> {
      if (caller !== null) await signOut({ caller })
      forgetSession(ctx, publicUrl())
    },
  }
}
