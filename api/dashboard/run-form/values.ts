import { parseExactJson } from '../../../domain/json/exact.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { Problem } from '../../errors/problem.ts'
import type { InputMember } from './members.ts'

/** The field of a member: its part of the request, and its name. */
export const fieldName = (part: string, name: string): string => `${part}.${name}`

/** A member's value as its field shows it; empty for none. */
export function shownValue({ entry }: InputMember, value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  if (entry === 'lines' || entry === 'one or more') return [value].flat().map(plain).join('\n')
  return entry === 'json' ? JSON.stringify(value, null, 2) : plain(value)
}

const plain = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

/**
 * The members that a person has entered, by name; empty fields are left out. Values are checked by the route; a field
 * that has to be JSON and is not throws `invalid_request`.
 */
export function readMembers(form: URLSearchParams, part: string, members: readonly InputMember[]): JsonObject {
  const entered = members.flatMap((member): [string, Json][] => {
    const text = form.get(fieldName(part, member.name)) ?? ''
    return text.trim() === '' ? [] : [[member.name, readValue(text, part, member)]]
  })
  return Object.fromEntries(entered)
}

/** A field with a JSON object, for what the form does not list; empty: none. */
export function readJsonObject(form: URLSearchParams, part: string, name: string): JsonObject {
  const value = (form.get(fieldName(part, name)) ?? '').trim() === '' ? {} : readJson(form, part, name)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw faulty(`/${part}/${name}`, 'must be a JSON object')
  return value
}

export const readJson = (form: URLSearchParams, part: string, name: string): Json =>
  jsonAt(form.get(fieldName(part, name)) ?? '', `/${part}/${name}`)

function readValue(text: string, part: string, { name, entry }: InputMember): Json {
  switch (entry) {
    case 'line':
      return text.trim()
    case 'text':
    case 'choice':
      return text
    case 'number':
      return /^\s*-?\d+(?:\.\d+)?\s*$/.test(text) ? jsonAt(text, `/${part}/${name}`) : text
    case 'yes or no':
      return text === 'yes'
    case 'lines':
      return linesOf(text)
    case 'one or more': {
      const lines = linesOf(text)
      return lines.length === 1 && lines[0] !== undefined ? lines[0] : lines
    }
    case 'json':
      return jsonAt(text, `/${part}/${name}`)
  }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function jsonAt(text: string, pointer: string): Json {
  try {
    return parseExactJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw faulty(pointer, 'must be JSON')
    throw error
  }
}

const faulty = (pointer: string, message: string): Problem =>
  new Problem('invalid_request', `${pointer.slice(1)} ${message}.`, { details: [{ path: pointer, message }] })
