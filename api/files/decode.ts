import { isUtf8 } from 'node:buffer'
import { encodingOf } from '../../domain/files/encoding.ts'
import type { Encoding } from '../../domain/files/form.ts'
import { lineOfBadUtf8 } from '../body/json.ts'
import { Problem } from '../errors/problem.ts'

export interface DecodedText {
  readonly text: string
  readonly encoding: Encoding
  readonly bom: boolean
}

/**
 * The text of a file. `named`: the encoding that its sender names; without one it is detected. Throws `invalid_request`
 * for bytes that are no text of the encoding.
 */
export function decodeFile(bytes: Uint8Array, named: Encoding | undefined): DecodedText {
  const detected = encodingOf(bytes, isUtf8(bytes))
  if (detected === null && named === undefined)
    throw new Problem(
      'invalid_request',
      `The file is not valid UTF-8 in line ${lineOfBadUtf8(bytes)}, while other lines are. Save it in UTF-8 again, or name its encoding, such as \`windows-1252\`.`,
    )
  const encoding = named ?? detected?.encoding ?? 'utf-8'
  if (encoding === 'utf-8' && !isUtf8(bytes))
    throw new Problem(
      'invalid_request',
      `The file is not valid UTF-8 in line ${lineOfBadUtf8(bytes)}. Leave the encoding out to have it detected.`,
    )
  const text = new TextDecoder(encoding).decode(bytes)
  const nul = text.indexOf('\0')
  if (nul >= 0)
    throw new Problem('invalid_request', `The file must be text without NUL, as in line ${lineAt(text, nul)}.`)
  return { text, encoding, bom: (detected?.bomBytes ?? 0) > 0 }
}

const lineAt = (text: string, end: number): number => (text.slice(0, end).match(/\r\n|\n|\r/g)?.length ?? 0) + 1
