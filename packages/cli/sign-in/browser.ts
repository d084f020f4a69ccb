import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { Interrupted, ResultRefusal } from '../failures.ts'
import { type AppTokens, authorizationServerOf, registerAt, tokensFor } from './authorization-server.ts'
import { listenOnLoopback } from './loopback.ts'

/** All that an app can be given; the person may allow less on the page. */
const SCOPE = 'read run write'

export interface BrowserSignIn {
  readonly baseUrl: string
  /** Whether a browser is opened; the address of the page is printed anyway. */
  readonly opens: boolean
  readonly waitSeconds: number
}

/**
 * A person signs in and consents in the browser: authorization code with PKCE, back to this machine (RFC 8252). Throws
 * a ResultRefusal when the person refuses, or when nothing comes back in time.
 */
export async function signInByBrowser(
  context: Context,
  { baseUrl, opens, waitSeconds }: BrowserSignIn,
): Promise<{ readonly clientId: string; readonly tokens: AppTokens }> {
  const { machine } = context
  const server = await authorizationServerOf(machine, baseUrl)
  const loopback = await listenOnLoopback()
  try {
    const clientId = await registerAt(machine, server, loopback.redirectUri)
    const [state, verifier] = [random(), random()]
    const page = new URL(server.authorize)
    page.search = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: loopback.redirectUri,
      scope: SCOPE,
      state,
      resource: server.issuer,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }).toString()
    const [back] = await Promise.all([
      answered(context, waitSeconds, (signal) => loopback.answer(state, signal)),
      invite(context, page.href, opens),
    ])
    const tokens = await tokensFor(machine, server, {
      grant_type: 'authorization_code',
      code: codeIn(back, server.issuer),
      client_id: clientId,
      redirect_uri: loopback.redirectUri,
      code_verifier: verifier,
      resource: server.issuer,
    })
    return { clientId, tokens }
  } finally {
    loopback.close()
  }
}

/** 256 bits, as RFC 7636, 4.1 recommends. */
const random = (): string => randomBytes(32).toString('base64url')

async function invite({ machine, warn }: Context, url: string, opens: boolean): Promise<void> {
  const opened = opens && (await machine.openBrowser(url))
  await warn(
    opened ? `The browser opens. If it does not, open this page:\n  ${url}` : `Open this page to sign in:\n  ${url}`,
  )
}

async function answered<T>(
  { machine }: Context,
  waitSeconds: number,
  wait: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(waitSeconds * 1_000)
  try {
    return await wait(AbortSignal.any([machine.interrupted, timeout]))
  } catch (error) {
    if (machine.interrupted.aborted) throw new Interrupted('')
    if (timeout.aborted)
      throw new ResultRefusal(`The sign-in was not finished within ${waitSeconds} s. Nothing was stored.`, EXIT.later)
    throw error
  }
}

/** The code of an answer whose state is right. The answer must come from this server (RFC 9207). */
function codeIn(back: URLSearchParams, issuer: string): string {
  if (back.get('iss') !== issuer)
    throw new ResultRefusal('The answer in the browser came from another service. Nothing was stored.', EXIT.denied)
  const error = back.get('error')
  if (error === 'access_denied')
    throw new ResultRefusal('The sign-in was refused in the browser. Nothing was stored.', EXIT.denied)
  const code = back.get('code')
  if (error !== null || code === null)
    throw new ResultRefusal(
      `The sign-in failed: ${error ?? 'no code'} ${back.get('error_description') ?? ''}`.trim(),
      EXIT.denied,
    )
  return code
}
