/** A member of a result, or the names on the way to it, with dots between them. */
export const FIELD_PATH_PATTERN = '^[^.]+(\\.[^.]+)*$'
/** As long as the name of a field of a row. */
export const FIELD_PATH_LENGTH_MAX = 200
/** More than any capability has; each one is compared with the members of the result. */
export const FIELD_PATHS_MAX = 50
/** The most items of a list, in `max_items`; a larger list is read entirely. */
export const MAX_ITEMS_MAX = 10_000

/** What a path has to be, after "must be". */
export const FIELD_PATH_TEXT = 'a field, or a path with dots such as `items.email`'

/** What is wrong with the paths, in words that follow `fields`; null: nothing. */
export function faultOfFieldPaths(paths: readonly string[]): string | null {
  if (paths.length > FIELD_PATHS_MAX) return `must name at most ${FIELD_PATHS_MAX} fields`
  if (paths.some((path) => path.length > FIELD_PATH_LENGTH_MAX))
    return `must have at most ${FIELD_PATH_LENGTH_MAX} characters in each path`
  return paths.every((path) => new RegExp(FIELD_PATH_PATTERN, 'u').test(path)) ? null : `must be ${FIELD_PATH_TEXT}`
}
