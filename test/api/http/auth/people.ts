import { randomUUID } from 'node:crypto'
import { httpClient, type HttpAnswer, type HttpClient } from '../../../support/http.ts'
import { linkInLog } from '../../../support/mail-links.ts'
import type { SharedService, TestService } from '../../../support/service.ts'

export const PASSWORD = 'correct horse battery staple'
/** The proxy in front of the tests: each request may come from a different address. */
export const BEHIND_PROXY = { TRUSTED_PROXIES: '127.0.0.0/8,::1/128' }

let addresses = 0
/** An address without an earlier request. */
export const freshAddress = (): Readonly<Record<string, string>> => {
  addresses += 1
  return { 'X-Forwarded-For': `198.51.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}` }
}

export const freshEmail = (): string => `${randomUUID()}@example.com`

export interface Person {
  readonly email: string
  readonly workspaceId: string
  readonly testKey: string
  /** With the session of the sign-up. */
  readonly client: HttpClient
}

export async function signUpNewPerson({ url }: SharedService, more: object = {}): Promise<Person> {
  const answer = await httpClient(url).post(
    '/v1/auth/signup',
    { email: freshEmail(), password: PASSWORD, workspace: 'Engines', ...more },
    freshAddress(),
  )
  return {
    email: String(answer.at('user', 'email')),
    workspaceId: String(answer.at('workspace', 'id')),
    testKey: String(answer.at('test_key')),
    client: httpClient(url, String(answer.at('session_token'))),
  }
}

/** One who has confirmed the address by the link in the log of the service. */
export async function signUpConfirmedPerson(service: TestService): Promise<Person> {
  const person = await signUpNewPerson(service)
  const token = linkInLog(service.logLines, 'verify_email')
  await httpClient(service.url).post('/v1/auth/verification/complete', { token }, freshAddress())
  return person
}

export const signIn = (
  { url }: SharedService,
  email: string,
  password = PASSWORD,
  headers = freshAddress(),
): Promise<HttpAnswer> => httpClient(url).post('/v1/auth/signin', { email, password }, headers)

/** The number of argon2 computations of the service so far. */
export async function hashesOf({ api }: SharedService): Promise<number> {
  const text = await (await fetch(api.metricsUrl)).text()
  return Number(/^password_hashes_total (\d+)$/m.exec(text)?.[1])
}
