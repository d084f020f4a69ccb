import { SIMULATED_INBOX } from '../../../domain/senders/simulated.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import type { OwnInbox } from './owners.ts'

export const FIND_SIMULATED_SENDER = statement<
  { runId: string; named: string; sandboxId: string; sandboxAddress: string | null },
  OwnInbox
>({
  name: 'find_simulated_sender',
  effect: false,
  neverNull: { 'the simulated inbox has an address': ['address'] },
  text: `select coalesce(i.id, :sandboxId) as id, coalesce(i.address, :sandboxAddress) as address, 'active' as status,
      r.workspace_id as "workspaceId", r.environment
    from run r left join inbox i on i.workspace_id = r.workspace_id and i.environment = r.environment
      and :named in (i.id, i.external_id, i.address)
    where r.id = :runId and r.environment = 'test' limit 1`,
})

/** The simulated inbox that a sandbox run has sent from; null: there is no such run any more. */
export async function simulatedInbox(
  tx: Queries,
  { runId, inboxId }: { readonly runId: string; readonly inboxId: string },
): Promise<OwnInbox | null> {
  const [inbox] = await tx.query(FIND_SIMULATED_SENDER, {
    runId,
    named: inboxId,
    sandboxId: SIMULATED_INBOX.id,
    sandboxAddress: SIMULATED_INBOX.address,
  })
  return inbox ?? null
}
