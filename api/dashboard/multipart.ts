import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { Busboy } from '@fastify/busboy'
import { decodeText } from '../body/json.ts'
import { Problem } from '../errors/problem.ts'

/** More than a form with a field for each column of a file has. */
const FIELDS_MAX = 1_000

/**
 * The fields of a form in multipart/form-data; a file is the text in it. An empty file is left out. Throws
 * `invalid_request` for a file that is not in UTF-8, with its line.
 */
export async function readMultipart(bytes: Buffer, contentType: string): Promise<URLSearchParams> {
  const form = new URLSearchParams()
  for (const [name, content] of await filesIn(bytes, contentType, form))
    if (content.length > 0) form.append(name, decodeText(content))
  return form
}

/** Reads the fields into the form, and returns the files. */
async function filesIn(
  bytes: Buffer,
  contentType: string,
  form: URLSearchParams,
): Promise<(readonly [name: string, content: Buffer])[]> {
  const files: Promise<readonly [string, Buffer]>[] = []
  try {
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: { fields: FIELDS_MAX, files: 1, fieldSize: bytes.length, fileSize: bytes.length },
    })
    parser.on('field', (name, value) => form.append(name, value))
    parser.on('file', (name, stream) => {
      files.push(buffer(stream).then((content) => [name, content] as const))
    })
    parser.end(bytes)
    await once(parser, 'finish')
    return await Promise.all(files)
  } catch (cause) {
    throw new Problem('invalid_request', 'The form could not be read.', { cause })
  }
}
