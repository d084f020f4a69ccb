import { FILINGS_LIMIT_DEFAULT, FILINGS_LIMIT_MAX } from '../../../domain/capabilities/company-filings.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { countOf, listOf, objectOf, textOf } from '../wire.ts'

const CIK_DIGITS = 10
/** EDGAR lists about a thousand recent filings; a company with more is cut, not refused. */
const RECENT_MAX = 5_000
const LEGAL_FORMS = new Set([
  'incorporated',
  'inc',
  'corporation',
  'corp',
  'company',
  'co',
  'ltd',
  'limited',
  'plc',
  'llc',
])
const ARCHIVE = 'https://www.sec.gov/Archives/edgar/data'

/** The contact e-mail address for the agency; it refuses callers without one. */
export const secUserAgent = (contact: string | undefined): string =>
  `routed-data-service ${contact ?? '(contact not configured)'}`

export const paddedCik = (cik: string): string => cik.padStart(CIK_DIGITS, '0')

/** The CIK of a ticker or a registered name in EDGAR's own list. */
export function findCik(companies: JsonObject, input: JsonObject): string | null {
  const ticker = textOf(input.ticker)?.toUpperCase().replaceAll('.', '-')
  const name = normalizedName(textOf(input.name))
  if (ticker === undefined && name === '') return null
  for (const value of Object.values(companies)) {
    const company = objectOf(value)
    const matches =
      ticker === undefined
        ? normalizedName(textOf(company?.title)) === name
        : textOf(company?.ticker)?.toUpperCase() === ticker
    const cik = countOf(company?.cik_str)
    if (matches && cik !== null) return paddedCik(String(cik))
  }
  return null
}

/** null: the answer is no company. Newest first, as EDGAR lists them. */
export function readFilings(
  body: Json,
  cik: string,
  input: JsonObject,
): { readonly name: string | null; readonly filings: readonly JsonObject[] } | null {
  const company = objectOf(body)
  const recent = objectOf(objectOf(company?.filings)?.recent)
  return company === null || recent === null
    ? null
    : { name: textOf(company.name), filings: filingsOf(recent, cik, input) }
}

export const limitOf = (input: JsonObject): number =>
  Math.min(countOf(input.limit) ?? FILINGS_LIMIT_DEFAULT, FILINGS_LIMIT_MAX)

/** The filings in one set of columns that match the input. */
export function filingsOf(columns: JsonObject, cik: string, input: JsonObject): JsonObject[] {
  const form = textOf(input.form)?.toUpperCase()
  return rowsOf(columns, cik)
    .filter((filing) => filing.accession_number !== null && (form === undefined || filing.form?.toUpperCase() === form))
    .slice(0, limitOf(input))
    .map((filing) => ({ ...filing }))
}

const OLDER_PATTERN = /^CIK\d{10}-submissions-\d{3}\.json$/

/** Names of the files with filings older than the recent ones, newest first. */
export const olderFiles = (body: Json, maxFiles: number): string[] =>
  listOf(objectOf(objectOf(body)?.filings)?.files, maxFiles)
    .map((file) => textOf(objectOf(file)?.name) ?? '')
    .filter((name) => OLDER_PATTERN.test(name))

interface Filing {
  readonly form: string | null
  readonly filed_at: string | null
  readonly period: string | null
  readonly accession_number: string | null
  readonly url: string | null
}

/** EDGAR sends one array per column; a column that is missing or shorter leaves its cells null. */
function rowsOf(recent: JsonObject, cik: string): Filing[] {
  const column = (name: string) => listOf(recent[name], RECENT_MAX)
  const [filed, period, accessions, documents] = [
    column('filingDate'),
    column('reportDate'),
    column('accessionNumber'),
    column('primaryDocument'),
  ]
  return column('form').map((form, row) => {
    const accession = textOf(accessions[row])
    return {
      form: textOf(form),
      filed_at: textOf(filed[row]),
      period: textOf(period[row]),
      accession_number: accession,
      url: accession === null ? null : filingUrl(cik, accession, textOf(documents[row])),
    }
  })
}

const filingUrl = (cik: string, accession: string, document: string | null): string =>
  `${ARCHIVE}/${Number(cik)}/${accession.replaceAll('-', '')}/${document ?? ''}`

/** "Sample Holdings, Inc." and "SAMPLE HOLDINGS INC" are one name; "Sample" alone is another. */
function normalizedName(name: string | null): string {
  const words = (name ?? '').toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return words.filter((word) => word !== '' && !LEGAL_FORMS.has(word)).join(' ')
}
