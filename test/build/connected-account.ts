import type { Environment } from '../../domain/runs/states.ts'
import type { MessagingNetwork } from '../../domain/senders/sender.ts'
import { httpClient, type HttpClient } from '../support/http.ts'

/**
 * Connects an account over HTTP as a person does, on the page of the link: that of Unipile's twin, or the simulated one
 * in the sandbox. Returns its id.
 */
export async function connectAccount(
  session: HttpClient,
  network: MessagingNetwork,
  environment: Environment = 'live',
): Promise<string> {
  const headers = { 'Service-Environment': environment }
  const opened = await session.post(`/v1/${network}/accounts`, {}, headers)
  const page = new URL(String(opened.at('connect_url')))
  const signedIn = await httpClient(page.origin).post(page.pathname)
  if (signedIn.status !== 200) throw new Error(`the account was not connected: ${signedIn.text}`)
  const listed = await session.get(`/v1/${network}/accounts`, headers)
  return (
    [listed.at('items')]
      .flat()
      .map((item) => String(Object(item).account_id))
      .at(-1) ?? ''
  )
}
