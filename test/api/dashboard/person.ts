import { randomUUID } from 'node:crypto'
import { expect } from '@jest/globals'
import type { Browser } from '../../support/browser.ts'
import { httpClient } from '../../support/http.ts'

/** A person with a workspace of their own. */
export interface Person {
  readonly email: string
  readonly password: string
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
    email,
    password: PASSWORD,
    form: [
      ['email', email],
      ['password', PASSWORD],
      ['action', 'sign-in'],
    ],
    token: String(made.at('session_token')),
    workspaceId: String(made.at('workspace', 'id')),
    testKey: String(made.at('test_key')),
  }
}

/** Signs the person in, by the form. */
export async function enter(browser: Browser, url: string, { form }: Person): Promise<Browser> {
  expect((await browser.post(`${url}/dashboard/sign-in`, form)).status).toBe(303)
  return browser
}
