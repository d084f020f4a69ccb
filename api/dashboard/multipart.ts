import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { Busboy } from '@fastify/busboy'
import { Problem } from '../errors/problem.ts'

/** More than a form with a field for each column of a file has. */
const FIELDS_MAX = 1_000

/** The fields of a form in multipart/form-data; a file is the text in it. An empty file is left out. */
export async function readMultipart(bytes: Buffer, contentType: string): Promise<URLSearchParams> {
  const form = new URLSearchParams()
  const files: Promise<void>[] = []
  try {
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: { fields: FIELDS_MAX, files: 1, fieldSize: bytes.length, fileSize: bytes.length },
    })
    parser.on('field', (name, value) => form.append(name, value))
    parser.on('file', (name, stream) => {
      files.push(
        text(stream).then((content) => {
          if (content !== '') form.append(name, content)
        }),
      )
    })
    parser.end(bytes)
    await once(parser, 'finish')
    await Promise.all(files)
  } catch (cause) {
    throw new Problem('invalid_request', 'The form could not be read.', { cause })
  }
  return form
}
