import { randomUUID } from 'node:crypto'
import { expect } from '@jest/globals'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { httpClient } from '../../support/http.ts'

/** Somebody with a workspace of their own. */
export interface Person {
  readonly email: string
  /** As the form of the sign-in sends it. */
  readonly form: readonly (readonly [string, string])[]
  readonly token: string
  readonly workspaceId: string
  /** Of the sandbox. */
  readonly testKey: string
}

const PASSWORD = 'correct horse battery staple'

export async function signUpPerson(url: string, workspace: string): Promise<Person> {
  const email = `${randomUUID()}@example.com`
  const made = await httpClient(url).post('/v1/auth/signup', { email, password: PASSWORD, workspace })
  expect(made.status).toBe(200)
  return {
    email, form: [['email', email], ['password', PASSWORD], ['action', 'sign-in']],
    token: String(made.at('session_token')), workspaceId: String(made.at('workspace', 'id')), testKey: String(made.at('test_key')),
  }
}

/** A browser in which the person has signed in. */
export async function signedInBrowser(url: string, { form }: Person): Promise<Browser> {
  const browser = openBrowser()
  expect((await browser.post(`${url}/dashboard/sign-in`, form)).status).toBe(303)
  return browser
}
