import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { Busboy } from '@fastify/busboy'
import { Problem } from '../errors/problem.ts'

/** More than a form with the name and the field of each column of a file has. */
const FIELDS_MAX = 2_100

/** The fields of a form in multipart/form-data; a file is its bytes in base64. An empty file is left out. */
export async function readMultipart(bytes: Buffer, contentType: string): Promise<URLSearchParams> {
  const form = new URLSearchParams()
  for (const [name, content] of await filesIn(bytes, contentType, form))
    if (content.length > 0) form.append(name, content.toString('base64'))
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
