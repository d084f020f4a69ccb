import type { Channel } from '../../../domain/outbound/channels.ts'
import type { StatedOfSend } from '../../../domain/outbound/stated.ts'
import type { RunStatus } from '../../../domain/runs/states.ts'

/** A message that reached a subject, or may have. */
export interface HistoryTouch {
  readonly runId: string
  readonly capability: string | null
  readonly status: RunStatus
  readonly channel: Channel
  /** In JSON form. */
  readonly at: string
  readonly stated: StatedOfSend
}

/** What the send of run `r` has stated about itself. */
export const STATED_SQL = `jsonb_strip_nulls(jsonb_build_object('basis', r.send -> 'basis', 'ai_generated', r.send -> 'ai_generated'))`

/**
 * No message is addressed to a domain, a handle on any platform, a name or a URL: their messages are found through the
 * matching runs.
 */
export const isFoundThroughRuns = (kind: string, value: string): boolean =>
  ['domain', 'url', 'text'].includes(kind) || (kind === 'handle' && !value.includes(':'))

/**
 * Whether a touch of a matching run reached the requested subject: an address at the domain, or the handle on any
 * platform. A name and a URL have no touches: those of the runs about them count.
 */
export const reaches = (
  touch: string,
  requested: { readonly kind: string; readonly value: string },
): string => `case ${requested.kind}
      when 'domain' then ${touch}.kind = 'email'
        and right(${touch}.value, length(${requested.value}) + 1)
          in ('@' || ${requested.value}, '.' || ${requested.value})
      when 'handle' then ${touch}.kind = 'handle' and split_part(${touch}.value, ':', 2) = ${requested.value}
      else ${requested.kind} in ('url', 'text') end`

/** The newest messages to any of the forms, one row each. */
export const directTouches = (limit: number): string => `select distinct on (t.at, t.run_id) t.run_id, t.channel, t.at
      from unnest(:kinds::text[], :values::text[]) as requested(kind, value)
      join touch t on t.workspace_id = :workspaceId and t.environment = :environment and t.kind = requested.kind
        and t.value = requested.value
      order by t.at desc, t.run_id desc limit ${limit}`

/** The newest messages to the requested subject among the matching runs; the search ends once there are enough. */
export const touchesThrough = ({
  runs,
  limit,
  ...requested
}: {
  readonly runs: string
  readonly kind: string
  readonly value: string
  readonly limit: number
}): string =>
  `select m.run_id, t.channel, t.at from (select run_id from ${runs} order by run_id desc) m cross join lateral (
        select t.channel, t.at from touch t where t.run_id = m.run_id and ${reaches('t', requested)} limit 1) t
      order by m.run_id desc limit ${limit}`
