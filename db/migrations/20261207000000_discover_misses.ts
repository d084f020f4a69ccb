import { Migration } from '@mikro-orm/migrations'

/** How often discover found nothing, by day and word. */
export class DiscoverMisses extends Migration {
  override up(): void {
    this.addSql(`create table discover_miss (
      day date not null,
      -- A keyed digest of the word's stem.
      word_digest bytea not null check (octet_length(word_digest) = 16),
      misses integer not null check (misses > 0),
      -- One of 64 bits for each client address, chosen by a keyed digest of address and word: it counts addresses and
      -- identifies none.
      callers bigint not null check (callers <> 0),
      -- null: too few addresses have missed with it to show it.
      word text check (length(word) between 3 and 24),
      primary key (day, word_digest)
    ) with (fillfactor = 70)`)
    this.addSql('create index discover_miss_of_word on discover_miss (word_digest)')
  }
}
