import { Migration } from '@mikro-orm/migrations'

/** Addresses that get no more invitations, as hashes. */
export class InvitationRefusals extends Migration {
  override up(): void {
    this.addSql(`create table invitation_refusal (
      address_hash bytea primary key check (octet_length(address_hash) = 32),
      refused_at timestamptz not null default clock_timestamp()
    )`)
  }
}
