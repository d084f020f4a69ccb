import { formatUsd } from '../../../domain/money/microdollars.ts'
import type { StoredReply } from '../../../db/runs/history/last-reply.ts'
import type { HistoryItem as StoredItem } from '../../../db/runs/history/read.ts'
import type { HistoryRun } from '../../../db/runs/history/run.ts'
import type { HistoryTouch as StoredTouch } from '../../../db/runs/history/touches.ts'
import type { HistoryItem, HistoryReply, HistoryTouch, ReusableRun } from '../../schemas/history.ts'

const presentCall = ({ id, kind, capability, endpoint, provider, charged }: HistoryRun) => ({
  run_id: id,
  kind,
  capability,
  endpoint,
  provider,
  charged: charged === null ? null : formatUsd(BigInt(charged)),
})

export const presentItem = (item: StoredItem): HistoryItem => ({
  ...presentCall(item),
  status: item.status,
  input: item.input,
  ...(item.kind === 'endpoint' && { path: item.called?.path ?? null, query: item.called?.query ?? null }),
  matched:
    item.place === 'touched'
      ? { in: 'input', path: item.path, exact: true }
      : { in: item.place, path: item.path, exact: item.exact },
  created_at: isoTime(item.createdAt),
})

export const presentTouch = ({
  runId,
  capability,
  channel,
  at,
  stated,
}: Omit<StoredTouch, 'status'>): HistoryTouch => ({
  run_id: runId,
  capability,
  channel,
  at: isoTime(at),
  ...(stated.basis === undefined ? {} : { basis: { kind: stated.basis.kind, note: stated.basis.note ?? null } }),
  ...(stated.ai_generated === undefined ? {} : { ai_generated: true }),
})

export const presentReply = ({ eventId, class: kind, at }: StoredReply): HistoryReply => ({
  event_id: eventId,
  class: kind,
  at: at.toISOString(),
})

export const presentReusable = (run: HistoryRun): ReusableRun => ({
  ...presentCall(run),
  created_at: isoTime(run.createdAt),
  poll_url: `/v1/runs/${run.id}`,
})

/** PostgreSQL's JSON has times with microseconds and an offset. */
const isoTime = (time: string): string => new Date(time).toISOString()
