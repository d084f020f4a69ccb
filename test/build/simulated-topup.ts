import type { Database } from '../../db/database.ts'
import { httpClient } from '../support/http.ts'
import { buildSession } from './session.ts'

/** A person of the workspace tops up live credit over HTTP, through the simulated checkout. */
export async function topUp(
  { url, db }: { readonly url: string; readonly db: Database },
  workspaceId: string,
  amount: string,
): Promise<void> {
  const session = httpClient(url, (await buildSession(db, workspaceId)).token)
  const opened = await session.post('/v1/wallet/topups/checkout', { amount })
  const paid = await httpClient(url).post(`/checkout/${String(opened.at('topup_id'))}/pay`)
  if (paid.status !== 200) throw new Error(`the top-up was not paid: ${opened.text} ${paid.text}`)
}
