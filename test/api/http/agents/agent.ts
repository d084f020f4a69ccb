import { httpClient, type HttpAnswer, type HttpClient } from '../../../support/http.ts'
import type { SharedService } from '../../../support/service.ts'
import { freshAddress } from '../auth/people.ts'

/** An agent that has signed up by itself. */
export interface Agent {
  readonly workspaceId: string
  readonly testKey: string
  /** With the sandbox key. */
  readonly client: HttpClient
  readonly claimUrl: string
  /** The token in the claim link. */
  readonly token: string
}

export const askToSignUp = (
  { url }: SharedService,
  body: object = {},
  address: Readonly<Record<string, string>> = freshAddress(),
): Promise<HttpAnswer> => httpClient(url).post('/v1/agents/signup', { name: 'Research agent', ...body }, address)

export async function signUpNewAgent(service: SharedService, body: object = {}): Promise<Agent> {
  const made = await askToSignUp(service, body)
  if (made.status !== 201) throw new Error(`the sign-up answered ${made.status}: ${made.text}`)
  const [testKey, claimUrl] = [String(made.at('test_key')), String(made.at('claim_url'))]
  return {
    workspaceId: String(made.at('workspace', 'id')),
    testKey,
    client: httpClient(service.url, testKey),
    claimUrl,
    token: new URL(claimUrl).searchParams.get('token') ?? '',
  }
}

export const BUDGET = { amount: '20.00', period: 'month' } as const

export const claim = (person: HttpClient, token: string, body: object = {}): Promise<HttpAnswer> =>
  person.post('/v1/agents/claim', { token, budget: BUDGET, ...body })

export const takeLiveKey = (agent: HttpClient, headers: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> =>
  agent.post('/v1/agents/live-key', undefined, headers)
