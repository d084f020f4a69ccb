/**
 * Where a schema forgets to say whether it takes members that it does not declare, as a JSON pointer into the
 * schema; null when it nowhere does. TypeBox's objects are open unless told otherwise, and an open object would
 * ignore a typo in silence (decisions, "unknown body or query members").
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

/** `properties` beside `type` is the keyword; a member that happens to be called so has no `type: 'object'` beside it. */
const declaresMembers = (schema: object): boolean =>
  'type' in schema && schema.type === 'object' && 'properties' in schema && typeof schema.properties === 'object'
