import type { AbleSender } from '../../../domain/senders/fault.ts'
import type { SenderKind } from '../../../domain/senders/sender.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

/** Enough to see that there are several; a workspace has a few. */
const ABLE_MAX = 100

export const READ_ABLE = statement<{ workspaceId: string; environment: Environment; kind: SenderKind }, AbleSender>({
  name: 'read_able_senders',
  effect: false,
  text: `select s.id, s.address, s.provider from (
      select i.id, i.address, i.provider, i.connection_id from inbox i
        where :kind::text = 'inbox' and i.workspace_id = :workspaceId and i.environment = :environment
          and i.status = 'active'
      union all
      select m.id, null, m.provider, m.connection_id from messaging_account m
        where m.network = :kind::text and m.workspace_id = :workspaceId and m.environment = :environment
          and m.status = 'connected'
    ) s left join connection c on c.id = s.connection_id
    where s.connection_id is null or c.status = 'active'
    order by s.id limit ${ABLE_MAX}`,
})

/** The senders of this kind that can send now, oldest first. */
export const readAbleSenders = (
  db: Database,
  sought: { readonly workspaceId: string; readonly environment: Environment; readonly kind: SenderKind },
): Promise<AbleSender[]> => db.query(READ_ABLE, sought)
