import type { StoredRow } from '../../../db/tables/rows/rows.ts'
import type { Row } from '../../schemas/tables.ts'

/**
 * A row as the API shows it (decisions, "row"): its data, flat, next to the service's own members. Those come first:
 * the key is among the first members, which stay in an answer that is cut.
 */
export function presentRow(row: StoredRow): Row {
  const own = {
    key: row.key,
    status: row.status,
    next_at: row.nextAt?.toISOString() ?? null,
    touches: row.touches,
    last_touch_at: row.lastTouchAt?.toISOString() ?? null,
    last_touch_channel: row.lastTouchChannel,
    last_reply_at: row.lastReplyAt?.toISOString() ?? null,
    last_reply_class: row.lastReplyClass,
    row_created_at: row.createdAt.toISOString(),
    row_updated_at: row.updatedAt.toISOString(),
  }
  return { ...own, ...row.data, ...own }
}
