import { cleanHeading } from './heading.ts'
import { isOfPerson } from './value-kinds.ts'

/** Lines below the list of a report: `Gesamt: 312`, `Total`, `Exported on 2026-11-29`, `Page 1 of 3`. */
const BELOW_LIST =
  /^(?:(?:grand )?total|sum|gesamt|gesamtzahl|summe|insgesamt|anzahl|count|records?|rows?|nombre|number of|número|numero|zeilen|datensätze|somme|totale|totaal|page|seite|exported|export|exportiert|exporté|esportato|exportado|generated|erstellt|généré|generado|printed|gedruckt|report|bericht|rapport|stand|confidential|vertraulich|confidentiel|filter|quelle|source)(?![\p{L}])/iu
const COUNT = /^[\d.,'\s\u00a0]+$/u

/** Whether the last line of a file is surely no row (`surely`), or is none unless a table finds it by what it has. */
export type Footer = 'surely' | 'perhaps'

/**
 * What a line is that follows all rows; null: a row. One cell alone is none, unless it is an address of a person,
 * and a word for a total with its count is none either.
 */
export function footerOf(texts: readonly string[], columns: number): Footer | null {
  if (columns < 2) return null
  const [first, second, third] = texts.map(cleanHeading).filter((text) => text !== '')
  if (first === undefined || third !== undefined || isOfPerson(first)) return null
  const isNamed = BELOW_LIST.test(first)
  if (second !== undefined) return isNamed && COUNT.test(second) ? 'surely' : null
  return isNamed && (/\d/.test(first) || first.endsWith(':')) ? 'surely' : 'perhaps'
}

const SHOWN_LENGTH_MAX = 60

/** Why it is refused, as a clause that follows its line. */
export const footerReason = (texts: readonly string[]): string => {
  const text = texts
    .map(cleanHeading)
    .filter((one) => one !== '')
    .join(' ')
    .slice(0, SHOWN_LENGTH_MAX)
  return `has only "${text}": it is below the list and names no person`
}
