import { Migration } from '@mikro-orm/migrations'

/**
 * Erasures that a person requests on their page: they wait for a decision. Until then the sweeper does not start them:
 * `sweep_at` is infinite.
 */
export class RequestedErasures extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '5s'")
    this.addSql(`alter table erasure
      -- null: the workspace began it by itself.
      add column request text check (request in ('requested', 'approved', 'rejected')),
      -- The message whose link was used.
      add column run_id text check (run_id <> ''),
      -- The hash of the identity, by which its page finds the request.
      add column requester text check (requester <> ''),
      add column decided_by text check (decided_by <> ''),
      add column decided_at timestamptz,
      add column note text check (length(note) between 1 and 500),
      -- When the workspace is reminded next; null: not again.
      add column remind_at timestamptz,
      add constraint erasure_request check ((request is null) = (run_id is null)
        and (request is null) = (requester is null)),
      add constraint erasure_decided check ((decided_at is null) = (request is null or request = 'requested')
        and (decided_at is null) = (decided_by is null) and (remind_at is null or request = 'requested'))`)
    this.addSql(`create unique index erasure_requested_once on erasure (workspace_id, environment, requester)
      where request = 'requested'`)
    this.addSql(`create index erasure_of_requester on erasure (workspace_id, environment, requester, id desc)
      where requester is not null`)
    this.addSql('create index erasure_to_remind on erasure (remind_at) where remind_at is not null')
  }
}
