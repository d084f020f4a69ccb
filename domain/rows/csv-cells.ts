import { isExactNumber, parseExactJson } from '../json/exact.ts'
import type { Json } from '../json/json.ts'
import { ROW_BYTES_MAX } from '../tables/limits.ts'

/**
 * Cells of the export and the import (Spec 4.7; decisions, "export"). An exported file imports back to the same rows:
 * text is written as it is, lists and objects as JSON. A leading `'` marks text that would otherwise be misread: as a
 * formula by a spreadsheet, or as JSON by the import. Numbers and booleans are written without quotes, and text that
 * looks like one of them within quotes; no spreadsheet and no other reader of CSV sees a difference.
 */

export interface Cell {
  readonly text: string
  /** Within quotes even where CSV needs none. */
  readonly quoted: boolean
}

/** The first characters of a formula: the usual signs and the full-width ones. */
const SIGN = '[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20]'
/**
 * Text that a spreadsheet runs: formulas, also behind quotation marks that it removes, and text that becomes a formula
 * behind a blank cell.
 */
const FORMULA = new RegExp(`^(?:"*${SIGN}|[\\t\\r\\n])`)
/** None of these values can be run, and a mark would make them useless to other readers (decisions, "export"). */
const PHONE = /^\+\d[\d ().-]{4,30}$/
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i
const HANDLE = /^@[\p{L}\p{N}._-]{1,100}$/u

const isHarmless = (text: string): boolean => PHONE.test(text) || NUMBER.test(text) || HANDLE.test(text)

/**
 * A spreadsheet that separates by semicolons or tabs begins a new cell within ours, whatever quotes are around it. A
 * sign there is marked as well, also behind quotation marks that such a reader removes.
 */
const WITHIN = new RegExp(`([;,\\t\\r\\n])(?=["']*${SIGN})`, 'g')
const MARKED_WITHIN = new RegExp(`([;,\\t\\r\\n])'(?=["']*${SIGN})`, 'g')

const markWithin = (text: string): string => text.replace(WITHIN, "$1'")
const unmarkWithin = (text: string): string => text.replace(MARKED_WITHIN, '$1')

const SEPARATED_ELSEWHERE = /[;\t]/

/** Text that gets the mark, and loses it again. Text that already begins with a mark gets another one. */
function isMarked(text: string): boolean {
  const bare = text.replace(/^'+/, '')
  return (FORMULA.test(bare) && !isHarmless(bare)) || readStructure(bare) !== null
}

/** A value in its exported form. */
export function cellOf(value: Json): Cell {
  if (value === null) return { text: '', quoted: false }
  if (typeof value !== 'string') {
    const json = JSON.stringify(value)
    const text = typeof value === 'object' ? harmlessJson(json) : json
    return { text, quoted: SEPARATED_ELSEWHERE.test(text) }
  }
  const quoted = readPlain(value) !== null || value !== value.trim() || SEPARATED_ELSEWHERE.test(value)
  return { text: `${isMarked(value) ? "'" : ''}${markWithin(value)}`, quoted }
}

const JSON_TOKENS = /"(?:[^"\\]|\\.)*"|[^"]+/g
const SIGN_IN_STRING = new RegExp(`([;,](?:'|\\\\")*)(${SIGN})`, 'g')
const SIGN_AT_START = new RegExp(`^("(?:'|\\\\")*)(${SIGN})`)

/**
 * The same JSON for every JSON reader, with no sign behind a separator: signs in strings as escapes, a negative number
 * behind a blank.
 */
function harmlessJson(json: string): string {
  let behindComma = false
  return json.replace(JSON_TOKENS, (token) => {
    if (!token.startsWith('"')) {
      behindComma = token.endsWith(',')
      return token.replaceAll(',-', ', -')
    }
    const within = token.replace(SIGN_IN_STRING, escapedSign)
    return behindComma ? within.replace(SIGN_AT_START, escapedSign) : within
  })
}

const escapedSign = (_: string, before: string, sign: string): string =>
  `${before}\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

export interface CellToRead extends Cell {
  /** Whether the export wrote the file: in any other file, a quotation mark within a cell belongs to its text. */
  readonly exported: boolean
  /** Whether unquoted numbers and booleans are read as such: in data columns of a file that the export wrote. */
  readonly typed: boolean
}

/** The value of a cell; undefined for an empty cell. */
export function valueOfCell({ text: written, quoted, exported, typed }: CellToRead): Json | undefined {
  const text = exported ? unmarkWithin(written) : written
  if (text === '') return undefined
  if (text.startsWith("'") && isMarked(text.slice(1))) return text.slice(1)
  return readStructure(text) ?? (typed && !quoted ? readPlain(text) : null) ?? text
}

/** Several times the size of a row: text that would be refused anyway is not parsed. */
const STRUCTURE_LENGTH_MAX = 4 * ROW_BYTES_MAX

/** A list or object, or null. */
function readStructure(text: string): Json {
  if (text.length > STRUCTURE_LENGTH_MAX || !/^\s*[[{]/.test(text)) return null
  try {
    return parseExactJson(text)
  } catch {
    return null
  }
}

/** A number or boolean exactly as it would be written again; `5.0`, `05` and `+5` are text. */
function readPlain(text: string): Json {
  if (text === 'true' || text === 'false') return text === 'true'
  if (!/^-?\d[\d.]*(e[+-]?\d+)?$/.test(text)) return null
  try {
    const value = parseExactJson(text)
    return (typeof value === 'number' || isExactNumber(value)) && JSON.stringify(value) === text ? value : null
  } catch {
    return null
  }
}
