import { IDEMPOTENCY_HEADER_PATTERN } from '../schemas/idempotency.ts'
import { IDEMPOTENCY_KEY_PATTERN } from '../schemas/run-request.ts'
import { FIELD_PATH_PATTERN, FIELD_PATH_TEXT } from '../../domain/answers/field-paths.ts'
import { COUNTRY_PATTERN, LANGUAGE_PATTERN } from '../../domain/capabilities/fields.ts'
import { CREDENTIAL_PATTERN } from '../../domain/connections/credential.ts'
import { USD_PATTERN } from '../../domain/money/microdollars.ts'
import { METADATA_KEY_PATTERN, USAGE_GROUPING_PATTERN } from '../../domain/runs/metadata.ts'
import { USERNAME_PATTERN } from '../../domain/senders/inbox-address.ts'
import { EVERY_PATTERN } from '../../domain/watches/every.ts'
import {
  DISPLAY_NAME_PATTERN,
  DISPLAY_TITLE_PATTERN,
  EMAIL_DISPLAY_NAME_PATTERN,
} from '../../domain/words/display-name.ts'

/** What a pattern demands, after "must". */
const PATTERNS: Readonly<Record<string, string>> = {
  '\\S': 'not be blank',
  [IDEMPOTENCY_HEADER_PATTERN]: 'be what a header of HTTP carries, without control characters',
  [IDEMPOTENCY_KEY_PATTERN]: 'be without the character NUL',
  [USD_PATTERN]: 'be an amount in USD with at most six decimals',
  [FIELD_PATH_PATTERN]: `be ${FIELD_PATH_TEXT}`,
  [EVERY_PATTERN]: 'be a number of hours or days',
  [METADATA_KEY_PATTERN]: 'have 1 to 40 characters without `[`, `]` and control characters',
  [USAGE_GROUPING_PATTERN]: 'be `day`, `capability`, `provider`, `api_key` or `metadata.<key>`',
  [DISPLAY_NAME_PATTERN]: 'be a visible name without control, invisible or direction characters',
  [DISPLAY_TITLE_PATTERN]: 'be without control, invisible or direction characters',
  [EMAIL_DISPLAY_NAME_PATTERN]: 'be a visible name without `<`, `>`, `"`, control, invisible or direction characters',
  [CREDENTIAL_PATTERN]: 'have visible ASCII characters only, without blanks at its ends',
  [USERNAME_PATTERN]: 'be letters and digits, with single `.`, `_`, `+` or `-` between them',
  [COUNTRY_PATTERN]: 'be the two letters of a country, for example `us`',
  [LANGUAGE_PATTERN]: 'be the code of a language, for example `en` or `pt-br`',
}

/** The prefix of ids that `idPattern` makes. */
const ID = /^\^([a-z]+)_\[[^\]]+\]\{\d+\}\$$/

/** The demand of a pattern in words; null for one that only an example explains. */
export function patternText(pattern: string): string | null {
  const prefix = ID.exec(pattern)?.[1]
  return prefix === undefined ? (PATTERNS[pattern] ?? null) : `be an id that starts with \`${prefix}_\``
}
