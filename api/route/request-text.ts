/** A part of what identifies a request; a long one comes in pieces of its text. */
export type RequestText = string | readonly string[]

/**
 * The text of `JSON.stringify` for these parts, in pieces and in time slices: a body of ten megabytes is written for
 * its idempotency key.
 */
export function* writingRequest(parts: readonly RequestText[]): Generator<void, string[]> {
  const pieces: string[] = []
  for (const part of parts) {
    pieces.push(pieces.length === 0 ? '["' : ',"')
    for (const piece of typeof part === 'string' ? [part] : part) {
      pieces.push(JSON.stringify(piece).slice(1, -1))
      yield
    }
    pieces.push('"')
  }
  return [...pieces, pieces.length === 0 ? '[]' : ']']
}

/** The text of `JSON.stringify` for a body, its lists item by item. */
export function* writingBody(body: object): Generator<void, string[]> {
  const pieces: string[] = []
  const members: [string, unknown][] = Object.entries(body)
  for (const [name, value] of members) {
    pieces.push(`${pieces.length === 0 ? '{' : ','}${JSON.stringify(name)}:`)
    if (!Array.isArray(value)) pieces.push(JSON.stringify(value))
    else {
      for (const [index, item] of value.entries()) {
        pieces.push(`${index === 0 ? '[' : ','}${JSON.stringify(item)}`)
        yield
      }
      pieces.push(value.length === 0 ? '[]' : ']')
    }
  }
  return [...pieces, pieces.length === 0 ? '{}' : '}']
}
