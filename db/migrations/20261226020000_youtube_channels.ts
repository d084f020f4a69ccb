import { Migration } from '@mikro-orm/migrations'

/** Each channel at `/c/…` or `/user/…` that a text names, where the reader of before made `youtube:…` of it. */
const channelsIn = (text: string, value: string): string =>
  `(select distinct 'youtube:' || lower(m[1]) || '/' || lower(m[2]) as value
      from regexp_matches(${text}, 'youtube\\.com/(c|user)/([^/?#"\\s\\\\]+)', 'gi') m
      where 'youtube:' || lower(m[2]) = ${value}) channel`

/** The statements, in order. */
export const YOUTUBE_CHANNELS = [
  `update suppression set reading = 'first' where kind = 'handle' and value like 'youtube:%'
    and reading = 'current' and subject ~* 'youtube\\.com/(c|user)/'`,
  `insert into row_identity (row_id, table_id, workspace_id, environment, kind, value, merges)
    select i.row_id, i.table_id, i.workspace_id, i.environment, i.kind, channel.value, i.merges
    from row_identity i join table_row r on r.id = i.row_id cross join lateral ${channelsIn('r.data::text', 'i.value')}
    where i.kind = 'handle' and i.value like 'youtube:%' on conflict do nothing`,
  `update row_identity i set merges = false from table_row r, row_identity n
    where i.kind = 'handle' and i.value like 'youtube:%' and i.merges and r.id = i.row_id and n.row_id = i.row_id
      and n.kind = 'handle' and n.value in (replace(i.value, ':', ':c/'), replace(i.value, ':', ':user/'))
      and position(replace(i.value, 'youtube:', '@') in lower(r.data::text)) = 0`,
  `insert into run_subject (workspace_id, environment, kind, value, run_id, place, path, exact)
    select s.workspace_id, s.environment, s.kind, channel.value, s.run_id, s.place, s.path, s.exact
    from run_subject s join run r on r.id = s.run_id cross join lateral ${channelsIn('r.input::text', 's.value')}
    where s.kind = 'handle' and s.value like 'youtube:%' and s.place = 'input' on conflict do nothing`,
] as const

/**
 * `/@ada`, `/c/ada` and `/user/ada` may be three channels of YouTube, and are read as three handles. What was stored as
 * one keeps its value, so that suppressions of it block on; it gets today's value beside it and no longer joins rows.
 */
export class YoutubeChannels extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '10s'")
    for (const statement of YOUTUBE_CHANNELS) this.addSql(statement)
  }
}
