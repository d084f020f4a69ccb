import type { PaidPlan } from '../../domain/pricing/plans.ts'
import type { Database } from '../../db/database.ts'
import { httpClient } from '../support/http.ts'
import { buildSession } from './session.ts'

/** Buys a plan on the simulated checkout page, as a person of the workspace does. */
export async function buyPlan(
  { url, db }: { readonly url: string; readonly db: Database },
  workspaceId: string,
  plan: PaidPlan,
): Promise<void> {
  const { token } = await buildSession(db, workspaceId)
  const opened = await httpClient(url, token).post('/v1/plan', { plan })
  const { pathname } = new URL(String(opened.at('checkout_url')))
  const paid = await httpClient(url).request(`${pathname}/pay?card=works`, { method: 'POST' })
  if (paid.status >= 400) throw new Error(`the plan cannot be paid: ${paid.text}`)
}
