import { Migration } from '@mikro-orm/migrations'

/** Characters in place of which a pattern has one: typographic dashes and apostrophes. */
const DASHES = '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uFE58'
const APOSTROPHES = '\u2018\u2019\u02BC'
/** Invisible characters, as `domain/identity/text.ts` removes them. Those beyond the first plane are only in emoji. */
const INVISIBLE =
  '\u00AD\u034F\u0600\u0601\u0602\u0603\u0604\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u115F\u1160\u17B4\u17B5' +
  '\u180B\u180C\u180D\u180E\u180F\u200B\u200C\u200D\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2060\u2061\u2062' +
  '\u2063\u2064\u2065\u2066\u2067\u2068\u2069\u206A\u206B\u206C\u206D\u206E\u206F\u3164\uFE00\uFE01\uFE02\uFE03' +
  '\uFE04\uFE05\uFE06\uFE07\uFE08\uFE09\uFE0A\uFE0B\uFE0C\uFE0D\uFE0E\uFE0F\uFEFF\uFFA0\uFFF0\uFFF1\uFFF2\uFFF3' +
  '\uFFF4\uFFF5\uFFF6\uFFF7\uFFF8\uFFF9\uFFFA\uFFFB\uFFFC'

/** A text in which an erasure looks for a person: names are in it as their readers compare them. */
export class PlainlyWritten extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '10s'")
    this.addSql(`create function plainly_written(written text) returns text
      language sql immutable parallel safe return lower(case
        when octet_length(written) = char_length(written) then written
        else translate(normalize(written, nfkc), '${DASHES}${APOSTROPHES}${INVISIBLE}',
          '${'-'.repeat(DASHES.length)}${"''".repeat(APOSTROPHES.length)}')
      end)`)
  }
}
