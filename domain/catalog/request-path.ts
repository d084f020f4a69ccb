import type { Json, JsonObject } from '../json/json.ts'
import type { CatalogEndpoint } from './endpoint.ts'
import { pointer, type CatalogFault } from './pointer.ts'
import { withoutEncoding } from './server-path.ts'
import { placeholdersOf, readTemplate } from './template.ts'
import { textOf } from './value-text.ts'

/** Longer values are no identifiers; servers commonly refuse addresses of 8,192 characters. */
const VALUE_LENGTH_MAX = 2_048

/**
 * Fills every placeholder. Values are percent-encoded entirely, slashes too, unless the entry marks the placeholder as
 * a path; `~` stays (RFC 3986 leaves it unreserved, and names of actors contain it).
 */
export function fillPath(
  endpoint: Pick<CatalogEndpoint, 'endpoint' | 'pathParams'>,
  values: JsonObject,
): { text: string; faults: readonly CatalogFault[] } {
  const names = placeholdersOf(endpoint.endpoint)
  const extra = Object.keys(values).filter((name) => !names.includes(name))
  const faults: CatalogFault[] = extra.map((name) => ({
    at: pointer('path', name),
    message: `"${name}" is no placeholder of ${endpoint.endpoint}`,
  }))
  const written = new Map<string, string>()
  for (const name of names) {
    const slashes = endpoint.pathParams.properties[name]?.slashes === true
    const outcome = Object.hasOwn(values, name)
      ? encoded(values[name], slashes)
      : { fault: `is missing: ${endpoint.endpoint} needs it` }
    if (typeof outcome === 'string') written.set(name, outcome)
    else faults.push({ at: pointer('path', name), message: `"${name}" ${outcome.fault}` })
  }
  const text = readTemplate(endpoint.endpoint)
    .map((part) => (part.kind === 'text' ? part.text : (written.get(part.name) ?? '')))
    .join('')
  const climbs = faults.length === 0 && text.split('/').some((segment) => segment === '.' || segment === '..')
  // Every client resolves a segment of dots: the call would reach another endpoint.
  if (climbs) faults.push({ at: '/path', message: 'the values make a path segment of dots alone' })
  return { text: text.startsWith('/') ? text : `/${text}`, faults }
}

function encoded(value: Json | undefined, slashes: boolean): string | { fault: string } {
  const values = Array.isArray(value) ? value : [value]
  const texts = values.map(textOf)
  if (texts.length === 0 || texts.some((text) => text === null))
    return { fault: 'must be text, a number or true or false' }
  const joined = texts.join(',')
  if (texts.some((text) => text === '')) return { fault: 'must not be empty' }
  if (joined.length > VALUE_LENGTH_MAX) return { fault: `must not be longer than ${VALUE_LENGTH_MAX} characters` }
  if (!joined.isWellFormed()) return { fault: 'holds half of a surrogate pair' }
  const hidden = hiddenIn(joined, slashes)
  if (hidden !== null) return { fault: hidden }
  if (!slashes) return texts.map((text) => encodeURIComponent(text ?? '')).join(',')
  const segments = joined.split('/')
  if (segments.includes('')) return { fault: 'must not begin or end with a slash or hold two in a row' }
  return segments.map((segment) => encodeURIComponent(segment)).join('/')
}

// oxlint-disable-next-line no-control-regex -- they are what is refused
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

/** The id of a mail as its header writes it: slashes are common in it. They are sent encoded. */
const MESSAGE_ID = /^<[^<>\s%]+@[^<>\s%]+>$/

/**
 * The fault of a value that would reach another endpoint if a server decodes once more or resolves dots; null: there is
 * none.
 */
function hiddenIn(value: string, slashes: boolean): string | null {
  const plain = withoutEncoding(value)
  if (plain === null) return 'is percent-encoded too often'
  if (CONTROL.test(plain)) return 'must not hold control characters'
  if (plain.includes('\\')) return 'must not hold a backslash'
  // A path may contain slashes itself; only the server would see an encoded one.
  if (slashes ? plain.split('/').length !== value.split('/').length : plain.includes('/') && !MESSAGE_ID.test(value))
    return 'must not hold a slash'
  return plain.split('/').some((segment) => segment === '.' || segment === '..')
    ? 'must not be or hold a path segment of dots alone'
    : null
}
