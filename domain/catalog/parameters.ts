import { PROPERTIES_MAX, type ValueDescription, type Fields } from './endpoint.ts'
import { listOf, memberOf, recordOf, textOf, type Unchecked } from './reading.ts'
import { resolve, type ReferenceReading } from './references.ts'
import { describeValue } from './schema.ts'
import { placeholdersOf, readTemplate } from './template.ts'

/** Headers that the transport or the adapter writes; OpenAPI itself ignores the first three as parameters. */
const TRANSPORT_HEADERS = new Set(['accept', 'content-type', 'authorization', 'content-encoding', 'user-agent'])

const COLLECTION_STYLES: Readonly<Record<string, ValueDescription['style']>> = {
  csv: 'comma',
  ssv: 'space',
  tsv: 'tab',
  pipes: 'pipe',
}

/**
 * Operation-level parameters replace those of the path that share place and name. Unresolvable ones leave a warning.
 */
export function mergedParameters(levels: readonly (Unchecked | null)[], reading: ReferenceReading): Unchecked[] {
  const merged = new Map<string, Unchecked>()
  for (const level of levels) {
    for (const one of listOf(memberOf(level, 'parameters'))) {
      const parameter = resolve(one, reading)
      const name = textOf(memberOf(parameter, 'name'))
      const place = textOf(memberOf(parameter, 'in'))
      if (parameter === null || name === null || place === null)
        reading.warnings.add('a parameter without a name or a place was left out')
      else merged.set(`${place} ${name}`, { ...parameter, name, in: place })
    }
  }
  return [...merged.values()]
}

export interface Placed {
  readonly pathParams: Fields
  readonly queryParams: Fields
  readonly headerParams: Fields
}

export interface PlaceOptions {
  readonly path: string
  readonly parameters: readonly Unchecked[]
  /** The members in which the provider takes its credential, such as `query api_key`. */
  readonly credentials: ReadonlySet<string>
  /** Placeholders whose values are paths. */
  readonly slashes: readonly string[]
}

export function placeParameters(
  { path, parameters, credentials, slashes }: PlaceOptions,
  reading: ReferenceReading,
): Placed {
  const query = parameters.filter(
    (one) => one['in'] === 'query' && !credentials.has(credentialKey('query', String(one['name']))),
  )
  const headers = parameters.filter(
    (one) =>
      one['in'] === 'header' &&
      !TRANSPORT_HEADERS.has(String(one['name']).toLowerCase()) &&
      !credentials.has(credentialKey('header', String(one['name']))),
  )
  if (parameters.some((one) => one['in'] === 'cookie')) reading.warnings.add('cookie parameters are not passed on')
  return {
    pathParams: pathFields(path, parameters, slashes, reading),
    queryParams: fields(query, reading),
    headerParams: fields(headers, reading),
  }
}

/** Header names have no letter case, query names do. */
export const credentialKey = (place: string, name: string): string =>
  `${place} ${place === 'header' ? name.toLowerCase() : name}`

/** The placeholders decide: an undeclared one is text, a declaration without a placeholder is dropped. */
function pathFields(
  path: string,
  parameters: readonly Unchecked[],
  slashes: readonly string[],
  reading: ReferenceReading,
): Fields {
  const declared = new Map(parameters.filter((one) => one['in'] === 'path').map((one) => [String(one['name']), one]))
  const names = placeholdersOf(path)
  const withSlashes = new Set([
    ...slashes,
    ...readTemplate(path).flatMap((part) => (part.kind === 'placeholder' && part.slashes ? [part.name] : [])),
  ])
  for (const name of declared.keys())
    if (!names.includes(name)) reading.warnings.add(`path parameter ${name} has no placeholder in ${path}`)
  const descriptions = names.map((name): [string, ValueDescription] => {
    const parameter = declared.get(name)
    if (parameter === undefined) reading.warnings.add('placeholders that no parameter declares are taken as text')
    const description: ValueDescription =
      parameter === undefined ? { type: 'string' } : describeParameter(parameter, reading)
    return [
      name,
      withSlashes.has(name) || parameter?.['allowReserved'] === true ? { ...description, slashes: true } : description,
    ]
  })
  return { properties: Object.fromEntries(descriptions), required: names }
}

function fields(parameters: readonly Unchecked[], reading: ReferenceReading): Fields {
  const ordered = [
    ...parameters.filter((one) => one['required'] === true),
    ...parameters.filter((one) => one['required'] !== true),
  ]
  const kept = ordered.slice(0, PROPERTIES_MAX)
  return {
    properties: Object.fromEntries(kept.map((one) => [String(one['name']), describeParameter(one, reading)])),
    required: kept.filter((one) => one['required'] === true).map((one) => String(one['name'])),
    ...(ordered.length > kept.length && { omitted: ordered.length - kept.length }),
  }
}

function describeParameter(parameter: Unchecked, reading: ReferenceReading): ValueDescription {
  const [media] = Object.values(recordOf(memberOf(parameter, 'content')) ?? {})
  // Swagger 2.0 writes the schema's members on the parameter itself.
  const schema = memberOf(parameter, 'schema') ?? memberOf(recordOf(media), 'schema') ?? parameter
  const description = describeValue(withoutPlace(schema, parameter), reading)
  const style = media !== undefined ? 'json' : styleOf(parameter, description.type)
  return style === undefined ? description : { ...description, style }
}

/** `required: true` of a parameter is no list of required members. */
function withoutPlace(schema: unknown, parameter: Unchecked): unknown {
  if (schema !== parameter) return schema
  const { required: _, in: __, name: ___, ...rest } = parameter
  return rest
}

function styleOf(parameter: Unchecked, type: string): ValueDescription['style'] {
  const style = memberOf(parameter, 'style')
  if (style === 'deepObject') return 'deep'
  if (!/array|object/.test(type) || memberOf(parameter, 'in') !== 'query') return undefined
  const collection = memberOf(parameter, 'collectionFormat')
  if (typeof collection === 'string') return COLLECTION_STYLES[collection]
  // A Swagger 2.0 array without a format is comma-separated.
  if (memberOf(parameter, 'schema') === undefined && memberOf(parameter, 'content') === undefined) return 'comma'
  if (memberOf(parameter, 'explode') !== false && style !== 'pipeDelimited' && style !== 'spaceDelimited')
    return undefined
  return style === 'pipeDelimited' ? 'pipe' : style === 'spaceDelimited' ? 'space' : 'comma'
}
