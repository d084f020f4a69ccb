import { EXIT } from '../exit-codes.ts'
import { ResultRefusal } from '../failures.ts'
import { parseReadably } from './exact-json.ts'
import { at, textOf } from './value.ts'

/**
 * The values that `--field` selects from a JSON text: members, and items by their number (`items.0.id`), several
 * separated by commas; on one line with a space between them, text without its quotes. Throws a Refusal where the
 * answer lacks one, so that a script stops there.
 */
export function picked(text: string, paths: string): string {
  const value = read(text)
  return paths
    .split(',')
    .map((path) => {
      const found = at(value, ...path.trim().split('.'))
      if (found === undefined)
        throw new ResultRefusal(`The response has no ${path.trim()}; --json shows its members.`, EXIT.nothing)
      return textOf(found)
    })
    .join(' ')
}

function read(text: string): unknown {
  try {
    return parseReadably(text)
  } catch {
    throw new ResultRefusal('The response is not JSON and has no fields.', EXIT.nothing)
  }
}
