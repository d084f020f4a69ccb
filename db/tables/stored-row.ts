import type { Channel } from '../../domain/outbound/channels.ts'
import type { JsonObject } from '../../domain/providers/manifest.ts'

/** A row as it is read to be shown. */
export interface StoredRow {
  readonly id: bigint
  readonly key: string
  readonly data: JsonObject
  readonly status: string | null
  readonly nextAt: Date | null
  readonly touches: number
  readonly lastTouchAt: Date | null
  readonly lastTouchChannel: Channel | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Its columns, of `table_row r`. */
export const ROW_COLUMNS = `r.id, r.key, r.data, r.status, r.next_at as "nextAt", r.touches, r.last_touch_at as "lastTouchAt",
  r.last_touch_channel as "lastTouchChannel", r.created_at as "createdAt", r.updated_at as "updatedAt"`
