import type { IncomingMessage } from 'node:http'
import type { Json, JsonObject } from '../../../domain/json/json.ts'

export interface SentBody {
  /** null: nothing was sent. */
  readonly value: Json
  readonly kind: 'json' | 'form' | 'multipart' | 'other'
}

const BYTES_MAX = 20 * 1024 * 1024

/** Throws a SyntaxError for a body that is not what its content type states. */
export async function readBody(request: IncomingMessage): Promise<SentBody> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > BYTES_MAX) throw new SyntaxError('the body is too large')
    chunks.push(bytes)
  }
  const type = request.headers['content-type'] ?? ''
  const bytes = Buffer.concat(chunks)
  if (bytes.length === 0) return { value: null, kind: 'other' }
  if (type.startsWith('application/json')) return { value: JSON.parse(bytes.toString()), kind: 'json' }
  if (type.startsWith('application/x-www-form-urlencoded'))
    return { value: fieldsOf(new URLSearchParams(bytes.toString())), kind: 'form' }
  if (type.startsWith('multipart/form-data')) {
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
    const fields = [...form].map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : value.name,
    ])
    return { value: fieldsOf(fields), kind: 'multipart' }
  }
  return { value: bytes.toString(), kind: 'other' }
}

/** A name that occurs twice has a list. */
function fieldsOf(pairs: Iterable<[string, string]>): JsonObject {
  const fields: JsonObject = {}
  for (const [name, value] of pairs) {
    const before = fields[name]
    fields[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value]
  }
  return fields
}
