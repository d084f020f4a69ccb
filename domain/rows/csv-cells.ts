import { isExactNumber, parseExactJson } from '../json/exact.ts'
import type { Json } from '../providers/manifest.ts'
import { ROW_BYTES_MAX } from '../tables/limits.ts'

/**
 * Cells of the export and the import (Spec 4.7; decisions, "export"). An exported file imports back to the same rows:
 * text stands as it is, lists and objects as JSON, and a leading `'` marks text that would otherwise be taken for something
 * else: for a formula by a spreadsheet, or for JSON by the import. Numbers and booleans stand without quotes, and text that
 * looks like one of them within quotes, which no spreadsheet and no other reader of CSV tells apart.
 */

/** The row fields that an exported file begins with. */
export const EXPORTED_ROW_FIELDS = ['key', 'status', 'next_at', 'touches', 'last_touch_at', 'last_touch_channel'] as const

export interface Cell {
  readonly text: string
  /** Within quotes even where CSV needs none. */
  readonly quoted: boolean
}

/** What a spreadsheet runs: its formulas, by their usual and their full-width signs, and what becomes one behind a blank cell. */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/
/** Nothing in them can be run, and marked they would be of no use to anybody else (decisions, "export"). */
const PHONE = /^\+\d[\d ().-]{4,30}$/
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i
const HANDLE = /^@[\p{L}\p{N}._-]{1,100}$/u

const isHarmless = (text: string): boolean => PHONE.test(text) || NUMBER.test(text) || HANDLE.test(text)

/** Text that the mark is put on, and taken off again. Text that was marked to begin with gets another one. */
function isMarked(text: string): boolean {
  const bare = text.replace(/^'+/, '')
  return (FORMULA.test(bare) && !isHarmless(bare)) || readStructure(bare) !== null
}

/** A value as the export writes it. */
export function cellOf(value: Json): Cell {
  if (value === null) return { text: '', quoted: false }
  if (typeof value !== 'string') return { text: JSON.stringify(value), quoted: false }
  const quoted = readPlain(value) !== null || value !== value.trim()
  return { text: isMarked(value) ? `'${value}` : value, quoted }
}

export interface CellToRead extends Cell {
  /** Whether unquoted numbers and booleans are meant as such: in columns of data of a file that the export wrote. */
  readonly typed: boolean
}

/** What a cell says; undefined when it says nothing. */
export function valueOfCell({ text, quoted, typed }: CellToRead): Json | undefined {
  if (text === '') return undefined
  if (text.startsWith("'") && isMarked(text.slice(1))) return text.slice(1)
  return readStructure(text) ?? (typed && !quoted ? readPlain(text) : null) ?? text
}

/** Several times what a row may hold: nothing is parsed of what would be refused. */
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
