import { Migration } from '@mikro-orm/migrations'

/** Who belongs to which workspace, and as what. Everybody of before owns the workspace that they came with. */
export class Members extends Migration {
  override up(): void {
    this.addSql(`create table member (
      -- Deferred: a sign-up claims its address before it makes the workspace.
      workspace_id text not null references workspace (id) deferrable initially deferred,
      user_id text not null references app_user (id),
      role text not null check (role in ('owner', 'member', 'viewer')),
      created_at timestamptz not null default clock_timestamp(),
      primary key (workspace_id, user_id)
    )`)
    this.addSql('create index member_of_user on member (user_id)')
    this.addSql(`insert into member (workspace_id, user_id, role, created_at)
      select workspace_id, id, 'owner', created_at from app_user`)
    // By the database, because an api of the version before inserts people too while a deploy lasts.
    this.addSql(`create function own_first_workspace() returns trigger language plpgsql as $$
      begin
        insert into member (workspace_id, user_id, role) values (new.workspace_id, new.id, 'owner');
        return null;
      end $$`)
    this.addSql(`create trigger app_user_owns_first_workspace after insert on app_user
      for each row execute function own_first_workspace()`)
  }
}
