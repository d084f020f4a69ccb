import type { Database } from '../database.ts'
import type { StreamOwner } from '../delivery/events/write.ts'
import { statement } from '../statement.ts'

/** A person chooses from them. */
const KEYS_MAX = 100

/** One step of the index for each key, however many runs have it. */
export const READ_METADATA_KEYS = statement<
  { workspaceId: string; environment: string; limit: number },
  { key: string }
>({
  name: 'read_metadata_keys',
  effect: false,
  text: `with recursive found (key) as (
      (select key from run_metadata where workspace_id = :workspaceId and environment = :environment
        order by key limit 1)
      union all
      select (select m.key from run_metadata m where m.workspace_id = :workspaceId and m.environment = :environment
        and m.key > f.key order by m.key limit 1) from found f where f.key is not null
    )
    select key from found where key is not null limit :limit`,
})

/** The keys of the metadata of a workspace's runs, sorted; the first hundred. */
export async function readMetadataKeys(
  db: Database,
  { workspaceId, environment }: StreamOwner,
): Promise<readonly string[]> {
  const found = await db.query(READ_METADATA_KEYS, { workspaceId, environment, limit: KEYS_MAX })
  return found.map(({ key }) => key)
}
