import type { TObject } from 'typebox'

const OF_OBJECT = /^([^[\]]+)\[([^[\]]*)\]$/

/** Whether a parameter of a query is an object, whose members are parameters such as `metadata[customer]`. */
export const isObjectParameter = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'object'

/** A query as it was sent, with the members of its declared objects together. All other names stay as they came. */
export function withObjects(
  declared: TObject | undefined,
  sent: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const objects = Object.entries(declared?.properties ?? {}).filter(([, schema]) => isObjectParameter(schema))
  if (objects.length === 0) return sent
  const names = new Set(objects.map(([name]) => name))
  const members = Object.entries(sent).flatMap(([parameter, value]) => {
    const [, name = '', key = ''] = OF_OBJECT.exec(parameter) ?? []
    return names.has(name) && !Object.hasOwn(sent, name) ? [{ parameter, name, key, value }] : []
  })
  const gathered = Map.groupBy(members, ({ name }) => name)
  return Object.fromEntries([
    ...Object.entries(sent).filter(([parameter]) => !members.some((member) => member.parameter === parameter)),
    ...[...gathered].map(([name, of]) => [name, Object.fromEntries(of.map(({ key, value }) => [key, value]))] as const),
  ])
}
