/** One member of a value of unknown shape; the path leads into nested ones. */
export const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? Object.getOwnPropertyDescriptor(inner, name)?.value : undefined,
    value,
  )

export const listAt = (value: unknown, ...path: readonly string[]): readonly unknown[] => {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

/** A text for a person: empty for null, JSON for nested values. */
export const textAt = (value: unknown, ...path: readonly string[]): string => textOf(at(value, ...path))

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A string member; null when it is missing or of another type. */
export const stringAt = (value: unknown, ...path: readonly string[]): string | null => {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : null
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A time for lists, to the second. */
export const timeAt = (value: unknown, ...path: readonly string[]): string =>
  textAt(value, ...path).replace(/^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(\.\d+)?Z$/, '$1 $2Z')
