import * as oauth from 'oauth4webapi'
import { type Browser, openBrowser } from './browser.ts'
import type { HttpAnswer } from './http.ts'

/** The service listens without TLS here, which the library must be allowed. */
export const INSECURE = { [oauth.allowInsecureRequests]: true }

export const REDIRECT_URI = 'http://127.0.0.1:7777/callback'

/** A person as a browser has them. */
export interface Person {
  readonly email: string
  readonly password: string
}

/** An app that was registered at a service. */
export interface App {
  readonly server: oauth.AuthorizationServer
  readonly client: oauth.Client
  readonly redirectUri: string
}

/** Reads the server's metadata and registers, as a client that knows nothing but the address. */
export async function registerApp(
  issuer: string,
  metadata: Partial<oauth.OmitSymbolProperties<oauth.Client>> & { readonly redirect_uris?: string[] } = {},
): Promise<App> {
  const url = new URL(issuer)
  const server = await oauth.processDiscoveryResponse(
    url,
    await oauth.discoveryRequest(url, { algorithm: 'oauth2', ...INSECURE }),
  )
  const redirectUris = metadata.redirect_uris ?? [REDIRECT_URI]
  const answer = await oauth.dynamicClientRegistrationRequest(
    server,
    {
      client_name: 'Sample app',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...metadata,
      redirect_uris: redirectUris,
    },
    INSECURE,
  )
  return {
    server,
    client: await oauth.processDynamicClientRegistrationResponse(answer),
    redirectUri: redirectUris[0] ?? REDIRECT_URI,
  }
}

/** What an app asks for, and remembers until the answer comes. */
export interface AuthorizationRequest {
  readonly url: URL
  readonly state: string
  readonly verifier: string
}

/** An authorization request; `parameters` replaces some of it, and takes away what is null. */
export async function requestAuthorization(
  app: App,
  parameters: Readonly<Record<string, string | null>> = {},
): Promise<AuthorizationRequest> {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const url = new URL(app.server.authorization_endpoint ?? '')
  const all = {
    client_id: app.client.client_id,
    redirect_uri: app.redirectUri,
    response_type: 'code',
    scope: 'read',
    state,
    resource: app.server.issuer,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...parameters,
  }
  for (const [name, value] of Object.entries(all)) if (value !== null) url.searchParams.set(name, value)
  return { url, state, verifier }
}

/** Where an answer leads. */
export const locationOf = (answer: HttpAnswer, base: string): string =>
  new URL(answer.headers.get('location') ?? '', base).href

/** The page on which the person signs in. */
export async function openConsent(authorization: AuthorizationRequest, browser: Browser): Promise<string> {
  const answer = await browser.get(authorization.url.href)
  if (answer.status !== 303) throw new Error(`the authorization request was answered ${answer.status}: ${answer.text}`)
  return locationOf(answer, authorization.url.href)
}

export interface Answer {
  /** The scopes whose boxes stay ticked; all that the page offers unless set otherwise. */
  readonly scopes?: readonly string[]
  readonly action?: 'allow' | 'deny'
}

/** The person signs in and answers; where the browser is sent in the end. */
export async function answerConsent(
  page: string,
  person: Person,
  { browser, scopes, action = 'allow' }: Answer & { readonly browser: Browser },
): Promise<URL> {
  const signedIn = await browser.post(page, [
    ['email', person.email],
    ['password', person.password],
    ['action', 'sign_in'],
  ])
  if (signedIn.status !== 303) throw new Error(`the sign-in was answered ${signedIn.status}: ${signedIn.text}`)
  const consent = await browser.get(locationOf(signedIn, page))
  const offered = [...consent.text.matchAll(/name="scope" value="(\w+)"/g)].map(([, scope = '']) => scope)
  const answered = await browser.post(page, [
    ...(scopes ?? offered).map((scope) => ['scope', scope] as const),
    ['action', action],
  ])
  if (answered.status !== 303) throw new Error(`the consent was answered ${answered.status}: ${answered.text}`)
  const back = await browser.get(locationOf(answered, page))
  return new URL(locationOf(back, page))
}

/** A person connects the app; where the browser is sent in the end. */
export async function connect(authorization: AuthorizationRequest, person: Person, answer: Answer = {}): Promise<URL> {
  const browser = openBrowser()
  return answerConsent(await openConsent(authorization, browser), person, { ...answer, browser })
}

/** Redeems the code of an answer as the public library does it, which checks state and issuer. */
export async function redeem(
  app: App,
  authorization: AuthorizationRequest,
  back: URL,
  more: Readonly<Record<string, string>> = {},
): Promise<oauth.TokenEndpointResponse> {
  const parameters = oauth.validateAuthResponse(app.server, app.client, back, authorization.state)
  const answer = await oauth.authorizationCodeGrantRequest(
    app.server,
    app.client,
    oauth.None(),
    parameters,
    app.redirectUri,
    authorization.verifier,
    {
      ...INSECURE,
      additionalParameters: { resource: app.server.issuer, ...more },
    },
  )
  return oauth.processAuthorizationCodeResponse(app.server, app.client, answer)
}

/** The entire way, from the request to the tokens. */
export async function connectApp(
  app: App,
  person: Person,
  { scope, ...answer }: Answer & { readonly scope?: string } = {},
): Promise<oauth.TokenEndpointResponse> {
  const authorization = await requestAuthorization(app, scope === undefined ? {} : { scope })
  return redeem(app, authorization, await connect(authorization, person, answer))
}

/** New tokens for a refresh token; rejects with the library's error when the server refuses. */
export async function refresh(
  app: App,
  refreshToken: string | undefined,
  more: Readonly<Record<string, string>> = {},
): Promise<oauth.TokenEndpointResponse> {
  const answer = await oauth.refreshTokenGrantRequest(app.server, app.client, oauth.None(), refreshToken ?? '', {
    ...INSECURE,
    additionalParameters: { ...more },
  })
  return oauth.processRefreshTokenResponse(app.server, app.client, answer)
}
