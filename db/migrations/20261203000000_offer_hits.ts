import { Migration } from '@mikro-orm/migrations'

/** How often offers find something, by the shape of the input and by who had missed before. */
export class HitCounts extends Migration {
  override up(): void {
    this.addSql(`create table offer_hits_day (
      day date not null,
      provider text not null,
      capability text not null,
      -- The identifying fields that the input held, as "domain+full_name".
      fields text not null,
      -- Two letters; empty: not known, and in rows after a miss.
      country text not null,
      -- The provider that had missed before in the same run; empty: none had.
      after text not null,
      found integer not null check (found >= 0),
      missed integer not null check (missed >= 0),
      primary key (day, provider, capability, fields, country, after),
      check (after = '' or country = '')
    ) with (fillfactor = 70)`)
    // The newest answers alone: each new one takes a part of the weight of those before it.
    this.addSql(`create table offer_hits_recent (
      provider text not null,
      capability text not null,
      found double precision not null check (found >= 0),
      answered double precision not null check (answered > 0),
      primary key (provider, capability)
    ) with (fillfactor = 50)`)
  }
}
