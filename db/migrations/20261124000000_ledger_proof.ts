import { Migration } from '@mikro-orm/migrations'

/** How far each wallet is proved against its transfers, and the discrepancies that were found. */
export class LedgerProof extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const environment = "text not null check (environment in ('test', 'live'))"

const STATEMENTS = [
  `create table wallet_proof (
    workspace_id text not null,
    environment ${environment},
    -- The last transfer that the sums hold; a wallet's transfers become visible in the order of their numbers.
    through bigint not null default 0 check (through >= 0),
    available bigint not null default 0,
    held bigint not null default 0,
    receivable bigint not null default 0,
    -- A new wallet has nothing to prove yet.
    proved_at timestamptz not null default clock_timestamp(),
    primary key (workspace_id, environment),
    foreign key (workspace_id, environment) references wallet (workspace_id, environment)
  )`,
  `create index wallet_proof_oldest on wallet_proof (proved_at)`,
  // Existing wallets get a proof row, which becomes due after the usual time.
  `insert into wallet_proof (workspace_id, environment) select workspace_id, environment from wallet`,
  `create function open_wallet_proof() returns trigger language plpgsql as $$
    begin
      insert into wallet_proof (workspace_id, environment) values (new.workspace_id, new.environment);
      return null;
    end $$`,
  `create trigger wallet_has_proof after insert on wallet for each row execute function open_wallet_proof()`,
  `create table ledger_drift (
    workspace_id text not null,
    environment ${environment},
    promise text not null check (promise in ('available', 'held', 'receivable', 'open_holds', 'run_hold', 'run_charge', 'topup')),
    -- The run or top-up; empty where the wallet itself does not fit.
    subject text not null,
    expected bigint not null,
    found bigint not null,
    found_at timestamptz not null default clock_timestamp(),
    primary key (workspace_id, environment, promise, subject),
    foreign key (workspace_id, environment) references wallet (workspace_id, environment)
  )`,
]
