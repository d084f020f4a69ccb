import { errors, type Interaction, type InteractionResult, type Login, type Provider } from 'oidc-provider'
import { hostOfClient } from '../../domain/access/client-url.ts'
import { OAUTH_SCOPES, type OAuthScope } from '../../domain/access/scopes.ts'
import { BUDGET_PERIODS, type BudgetLimit } from '../../domain/budgets/budget.ts'
import { parseUsd, USD_PATTERN } from '../../domain/money/microdollars.ts'
import { knownScopes } from '../../domain/access/resources.ts'
import { CONNECTED_APPS_MAX } from '../../db/access/connected-apps/grants.ts'
import { connectApp } from '../../usecases/access/connect-app.ts'
import type { Database } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { readBodyWithin } from '../middleware/body.ts'
import { isSameOriginPost } from '../middleware/csrf.ts'
import type { StepContext } from '../middleware/state.ts'
import { deviceToken, setDeviceCookie } from '../middleware/device-cookie.ts'
import { Problem } from '../errors/problem.ts'
import type { Proof } from '../auth/verify-password.ts'
import { interactionPath } from './paths.ts'
import { consentPage, errorPage, signInPage, type RequestingApp } from './pages.ts'

/** How people sign in. */
export interface People {
  /** null: the address or the password is wrong. Throws `rate_limited` and `unavailable`. */
  signIn(proof: Proof): Promise<{ readonly login: Login; readonly deviceToken: string } | null>
  /** null: there is no such person, or their password has changed since. */
  workspaceOf(login: Login): Promise<{ readonly id: string; readonly name: string } | null>
}

export interface InteractionParts {
  readonly db: Database
  readonly provider: Provider
  readonly people: People
}

export interface InteractionRequest {
  readonly uid: string
  readonly clientAddress: string
}

/** E-mail, password and scopes are a fraction of it. */
const FORM_BYTES_MAX = 16_384

/** A person answers two forms in turn, without a script: the sign-in, and the consent to the app's scopes. */
export async function interact(ctx: StepContext, parts: InteractionParts, request: InteractionRequest): Promise<void> {
  const consentRequest = await find(ctx, parts.provider, request.uid)
  if (consentRequest === null) {
    return errorPage(
      ctx,
      {
        error: 'invalid_request',
        description: "This page has expired, or it was opened in another browser than the app's request.",
      },
      400,
    )
  }
  if (ctx.method === 'GET') return showConsent(ctx, parts, consentRequest)
  if (!isSameOriginPost(ctx, parts.provider.issuer))
    return errorPage(ctx, { error: 'invalid_request', description: 'The form was sent from another site.' }, 403)
  const form = new URLSearchParams((await readBodyWithin(ctx, FORM_BYTES_MAX)).toString('utf8'))
  switch (form.get('action')) {
    case 'sign_in':
      return signIn(ctx, parts, { ...consentRequest, form, clientAddress: request.clientAddress })
    case 'allow':
      return allow(ctx, parts, { ...consentRequest, form })
    case 'deny':
      return finish(ctx, parts.provider, { error: 'access_denied', error_description: 'the person denied access' })
    default:
      return showConsent(ctx, parts, consentRequest)
  }
}

interface ConsentRequest {
  readonly interaction: Interaction
  readonly clientId: string
  readonly app: RequestingApp
  readonly scopes: readonly OAuthScope[]
}

/**
 * The interaction of this browser; null when its cookie is not that of this interaction, or the interaction is over.
 */
async function find(ctx: StepContext, provider: Provider, uid: string): Promise<ConsentRequest | null> {
  const interaction = await provider.interactionDetails(ctx.req, ctx.res).catch((error: unknown) => {
    if (error instanceof errors.SessionNotFound) return null
    throw error
  })
  if (interaction === null || interaction.uid !== uid) return null
  const { client_id: clientId, redirect_uri: redirectUri, scope } = interaction.params
  if (typeof clientId !== 'string' || typeof redirectUri !== 'string' || typeof scope !== 'string') return null
  const client = await provider.Client.find(clientId)
  if (client === undefined) return null
  return {
    interaction,
    clientId,
    app: { name: client.clientName ?? clientId, host: hostOfClient(clientId), redirectUri },
    scopes: knownScopes(scope),
  }
}

async function showConsent(
  ctx: StepContext,
  { people }: InteractionParts,
  { interaction, app, scopes }: ConsentRequest,
  problem: string | null = null,
): Promise<void> {
  const login = interaction.result?.login
  const workspace = login === undefined ? null : await people.workspaceOf(login)
  if (workspace === null) signInPage(ctx, app, problem)
  else consentPage(ctx, { ...app, workspace: workspace.name, scopes }, problem)
}

async function signIn(
  ctx: StepContext,
  parts: InteractionParts,
  request: ConsentRequest & { readonly form: URLSearchParams; readonly clientAddress: string },
): Promise<void> {
  const { form, clientAddress } = request
  const user = await parts.people
    .signIn({
      email: form.get('email') ?? '',
      password: form.get('password') ?? '',
      clientAddress,
      deviceToken: deviceToken(ctx),
    })
    .catch((error: unknown) => {
      if (!(error instanceof Problem) || !['rate_limited', 'unavailable'].includes(error.code)) throw error
      ctx.status = error.httpStatus
      ctx.set(error.headers)
      return error
    })
  if (user instanceof Problem) return signInPage(ctx, request.app, user.publicMessage)
  if (user === null) {
    ctx.status = 403
    return signInPage(ctx, request.app, 'The e-mail address or the password is wrong.')
  }
  await parts.provider.interactionResult(ctx.req, ctx.res, { login: user.login }, { mergeWithLastSubmission: false })
  setDeviceCookie(ctx, parts.provider.issuer, user.deviceToken)
  // After the redirect the page shows the next form; a reload sends no password again.
  ctx.status = 303
  ctx.redirect(interactionPath(request.interaction.uid))
}

async function allow(
  ctx: StepContext,
  parts: InteractionParts,
  request: ConsentRequest & { readonly form: URLSearchParams },
): Promise<void> {
  const login = request.interaction.result?.login
  const workspace = login === undefined ? null : await parts.people.workspaceOf(login)
  if (login === undefined || workspace === null) return showConsent(ctx, parts, request)
  const chosen = request.form.getAll('scope')
  const scopes = OAUTH_SCOPES.filter((scope) => request.scopes.includes(scope) && chosen.includes(scope))
  if (scopes.length === 0)
    return showConsent(ctx, parts, request, 'Choose at least one thing that the app may do, or deny.')
  const budget = budgetIn(request.form)
  if (budget === 'invalid')
    return showConsent(ctx, parts, request, 'The budget must be an amount in USD, such as 5.00.')
  const { resource } = request.interaction.params
  const id = newId('app')
  const connected = await connectApp(parts.db, {
    id,
    workspaceId: workspace.id,
    userId: login.accountId,
    clientId: request.clientId,
    name: request.app.name,
    scopes,
    budget,
    resources: [resource].flat().filter((one) => typeof one === 'string'),
  })
  if (!connected)
    return showConsent(
      ctx,
      parts,
      request,
      `The workspace has ${CONNECTED_APPS_MAX} connected apps. Disconnect one first.`,
    )
  return finish(ctx, parts.provider, { login, consent: { grantId: id } })
}

const isAmount = new RegExp(USD_PATTERN)

/** The budget that the person gives the app; null: the field is empty. */
function budgetIn(form: URLSearchParams): BudgetLimit | null | 'invalid' {
  const amount = (form.get('budget') ?? '').trim()
  if (amount === '') return null
  const period = BUDGET_PERIODS.find((known) => known === form.get('period'))
  return isAmount.test(amount) && period !== undefined ? { amount: parseUsd(amount), period } : 'invalid'
}

/** The library continues with the answer, and redirects the browser to the app. */
async function finish(ctx: StepContext, provider: Provider, result: InteractionResult): Promise<void> {
  const returnTo = await provider.interactionResult(ctx.req, ctx.res, result, { mergeWithLastSubmission: false })
  ctx.status = 303
  ctx.redirect(returnTo)
}
