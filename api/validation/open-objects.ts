/**
 * The first place where a schema does not state whether it takes undeclared members, as a JSON pointer into the schema;
 * null when there is none. TypeBox's objects are open by default, and an open object would silently ignore a typo
 * (decisions, "unknown body or query members").
 */
export function openPlaceOf(schema: unknown, place = ''): string | null {
  if (typeof schema !== 'object' || schema === null) return null
  if (declaresMembers(schema) && !('additionalProperties' in schema)) return place === '' ? '/' : place
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'default' || keyword === 'examples' || keyword === 'enum' || keyword === 'const') continue
    const open = openPlaceOf(value, `${place}/${keyword}`)
    if (open !== null) return open
  }
  return null
}

/**
 * `properties` next to `type` is the keyword; a member that happens to have this name has no `type: 'object'` next to
 * it.
 */
const declaresMembers = (schema: object): boolean =>
  'type' in schema && schema.type === 'object' && 'properties' in schema && typeof schema.properties === 'object'
