import { at, isObject, listAt, textAt } from './value.ts'

/** The members of a schema, or those that an endpoint lists: name, type, whether they are required, and description. */
export function fieldRows(schema: unknown): string[][] {
  const properties = at(schema, 'properties')
  const required = new Set(listAt(schema, 'required').map(String))
  if (!isObject(properties)) return []
  return Object.entries(properties).map(([name, field]) => [
    name,
    typeOf(field),
    required.has(name) ? 'yes' : '',
    whatOf(field),
  ])
}

function typeOf(field: unknown): string {
  const type = at(field, 'type')
  if (Array.isArray(type)) return type.join(' | ')
  if (type === 'array') return `list of ${textAt(field, 'items', 'type') || 'values'}`
  return typeof type === 'string' ? type : ''
}

function whatOf(field: unknown): string {
  const values = listAt(field, 'enum').map(String)
  return [textAt(field, 'description'), values.length > 0 ? `one of ${values.join(', ')}` : '']
    .filter((part) => part !== '')
    .join(' ')
}
