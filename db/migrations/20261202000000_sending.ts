import { Migration } from '@mikro-orm/migrations'
import { readFunction } from '../functions/read.ts'

const STATUSES = `('created', 'scheduled', 'awaiting_approval', 'reserved', 'queued', 'running', 'succeeded',
  'no_match', 'failed', 'timed_out', 'blocked', 'cancelled')`

/** The limits of senders, the slots that sends take, and the sends that wait for one. */
export class AddSending extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '5s'")
    this.addSql(`alter table run drop constraint run_status_check,
      add constraint run_status_check check (status in ${STATUSES}) not valid,
      add constraint run_scheduled_hold check (status <> 'scheduled' or held = 0) not valid`)
    this.addSql('alter table run validate constraint run_status_check, validate constraint run_scheduled_hold')
    this.addSql(`alter table workspace
      add column sending_policy jsonb check (jsonb_typeof(sending_policy) = 'object')`)
    for (const table of TABLES) this.addSql(table)
    this.addSql('drop function if exists end_send_v1(text, boolean, integer)')
    this.addSql(readFunction('sending_v1'))
  }
}

const TABLES = [
  // A sender by its id; a mail domain by its name. It has a row once it has sent, or has own limits.
  `create table sender (
    workspace_id text not null references workspace (id),
    environment text not null check (environment in ('test', 'live')),
    sender_id text not null,
    limits jsonb not null default '{}' check (jsonb_typeof(limits) = 'object'),
    -- The local dates of the first sends under its ramps, by channel.
    ramps jsonb not null default '{}' check (jsonb_typeof(ramps) = 'object'),
    paused boolean not null default false,
    primary key (workspace_id, environment, sender_id)
  )`,
  `create table sender_slot (
    run_id text primary key references run (id),
    workspace_id text not null,
    environment text not null check (environment in ('test', 'live')),
    sender_id text not null,
    domain text,
    channel text not null,
    taken_at timestamptz not null
  )`,
  'create index sender_slot_taken on sender_slot (workspace_id, environment, sender_id, channel, taken_at)',
  `create index sender_slot_of_domain on sender_slot (workspace_id, environment, domain, taken_at)
    where domain is not null`,
  'create index sender_slot_expiry on sender_slot (taken_at)',
  `create table waiting_send (
    run_id text primary key references run (id),
    workspace_id text not null,
    environment text not null check (environment in ('test', 'live')),
    sender_id text not null,
    channel text not null,
    -- The job that it belongs to; empty: it is a single run.
    holder text not null,
    turn bigint not null,
    arrival bigint not null generated always as identity,
    -- From when on it wants to be sent, and when it is judged next; null: once its sender sends again.
    eligible_at timestamptz not null,
    planned_at timestamptz,
    reason text not null
  )`,
  'create index waiting_send_turn on waiting_send (workspace_id, environment, sender_id, channel, turn, arrival)',
]
