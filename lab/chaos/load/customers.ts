import { randomUUID } from 'node:crypto'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import { httpClient, type HttpAnswer } from '../../../test/support/http.ts'
import type { Topup } from '../evidence.ts'
import type { World } from '../world/world.ts'
import { WORKSPACES } from './operations.ts'

/** A workspace that a customer signed up for, with everything that the campaign uses. */
export interface Customer {
  readonly workspaceId: string
  readonly keys: Readonly<Record<Environment, string>>
  /** The provider's name for the account that is connected. */
  readonly accountId: string
  readonly webhooks: readonly CustomerWebhook[]
  readonly topups: readonly Topup[]
}

export interface CustomerWebhook {
  readonly id: string
  readonly secret: string
  /** Of its receiver. */
  readonly path: string
}

const TOPUP = '1000.00'
const TOPUPS = 2
/** What every sandbox starts with. */
const SANDBOX_CREDIT = '1000.00'

/** Everything is made over HTTP, as a customer would. */
export const signUpCustomers = async (world: World): Promise<Customer[]> => {
  const customers: Customer[] = []
  for (let index = 0; index < WORKSPACES; index += 1) customers.push(await signUp(world, index))
  return customers
}

async function signUp(world: World, index: number): Promise<Customer> {
  const [url] = world.urls
  const anonymous = httpClient(url)
  const name = `chaos${index}`
  const signed = succeeded(
    await anonymous.post('/v1/auth/signup', { email: `${name}@example.com`, password: randomUUID(), workspace: name }),
  )
  const session = httpClient(url, textAt(signed, 'session_token'))
  const workspaceId = textAt(signed, 'workspace', 'id')
  const live = textAt(succeeded(await session.post('/v1/api-keys', { name, environment: 'live' })), 'api_key')
  for (let paid = 0; paid < TOPUPS; paid += 1) {
    const topup = succeeded(await session.post('/v1/wallet/topups/checkout', { amount: TOPUP }))
    succeeded(await anonymous.post(`/checkout/${textAt(topup, 'topup_id')}/pay?card=works`))
  }
  succeeded(await session.post('/v1/features', { tables: true }))
  succeeded(await session.post('/v1/tables/leads/rows', { rows: [{ email: `${name}@example.com`, status: 'first' }] }))
  succeeded(await session.post('/v1/email/inboxes', { username: name }))
  const accountId = `account-${name}`
  succeeded(await session.post('/v1/linkedin/accounts', {}))
  succeeded(
    await anonymous.post('/v1/inbound/unipile/accounts', {
      status: 'CREATION_SUCCESS',
      account_id: accountId,
      name: world.providers.linkName(),
    }),
  )
  const webhooks: CustomerWebhook[] = []
  for (const receiver of world.receiverUrls) {
    const path = `/hooks/${name}`
    const made = succeeded(await session.post('/v1/webhooks', { url: `${receiver}${path}` }))
    webhooks.push({ id: textAt(made, 'id'), secret: textAt(made, 'secret'), path })
  }
  return {
    workspaceId,
    accountId,
    webhooks,
    keys: { test: textAt(signed, 'test_key'), live },
    topups: [
      { workspaceId, environment: 'live', amount: String(BigInt(TOPUPS) * parseUsd(TOPUP)) },
      { workspaceId, environment: 'test', amount: String(parseUsd(SANDBOX_CREDIT)) },
    ],
  }
}

function succeeded(answer: HttpAnswer): HttpAnswer {
  if (answer.status >= 200 && answer.status < 300) return answer
  throw new Error(`a customer could not be set up: ${answer.status} ${answer.text}`)
}

function textAt(answer: HttpAnswer, ...path: string[]): string {
  const value = answer.at(...path)
  if (typeof value !== 'string') throw new Error(`${path.join('.')} is missing: ${answer.text}`)
  return value
}
