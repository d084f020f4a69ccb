import { randomUUID } from 'node:crypto'
import { httpClient, type HttpClient } from '../support/http.ts'
import { confirmAddress } from '../support/mail-links.ts'
import { runClient } from '../support/run-client.ts'
import type { TestService } from '../support/service.ts'

/** A customer who has come by HTTP alone. */
export interface Newcomer {
  readonly session: HttpClient
  /** A client of a live key. */
  readonly live: HttpClient
  readonly runs: ReturnType<typeof runClient>
}

const PASSWORD = 'correct horse battery staple'

/**
 * Signs up, confirms the address by the link of the mail, tops up by the simulated checkout where `usd` states it, and
 * makes a live key.
 */
export async function newcomer(service: Pick<TestService, 'url' | 'logLines'>, usd: string | null): Promise<Newcomer> {
  const { url } = service
  const anonymous = httpClient(url)
  const email = `newcomer-${randomUUID()}@example.com`
  const signedUp = succeeded(
    await anonymous.post('/v1/auth/signup', { email, password: PASSWORD, workspace: 'Journeys' }),
  )
  await confirmAddress(service)
  const session = httpClient(url, String(signedUp.at('session_token')))
  if (usd !== null) {
    const opened = succeeded(await session.post('/v1/wallet/topups/checkout', { amount: usd }))
    const page = new URL(String(opened.at('checkout_url')))
    succeeded(await anonymous.post(`${page.pathname}/pay?card=works`))
  }
  const made = succeeded(await session.post('/v1/api-keys', { name: 'Journeys', environment: 'live' }))
  const key = String(made.at('api_key'))
  return { session, live: httpClient(url, key), runs: runClient(url, key) }
}

export function succeeded<Answer extends { readonly status: number; readonly text: string }>(answer: Answer): Answer {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`)
  return answer
}
