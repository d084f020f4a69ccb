import { EXIT } from '../exit-codes.ts'
import { Refusal } from '../failures.ts'
import { parseReadably } from './exact-json.ts'
import { at, textOf } from './value.ts'

/**
 * What `--field` names of a JSON text: members, and items by their number (`items.0.id`), several parted by commas; on one line with a
 * blank between them, text without its quotes. Throws a Refusal where the answer does not have one, so that a script stops there.
 */
export function picked(text: string, paths: string): string {
  const value = read(text)
  return paths.split(',').map((path) => {
    const found = at(value, ...path.trim().split('.'))
    if (found === undefined) throw new Refusal(`The answer has no ${path.trim()}; --json shows what it has.`, EXIT.nothing)
    return textOf(found)
  }).join(' ')
}

function read(text: string): unknown {
  try {
    return parseReadably(text)
  } catch {
    throw new Refusal('The answer is no JSON: it has no fields.', EXIT.nothing)
  }
}
