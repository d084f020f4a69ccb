import { readFileSync, statSync } from 'node:fs'
import { parseText, type Parsed } from './parse-document.ts'

/** The largest document so far is 2.1 MB; a few known ones are ten times as large. */
const BYTES_MAX = 64 * 1024 * 1024
const DOWNLOAD_MS_MAX = 60_000

export interface Source extends Parsed {
  /** The URL of the download, to which relative servers are relative; null for a file. */
  readonly url: string | null
}

/** A document from a file or an http(s) URL. Throws an Error that states why there is none. */
export async function readSource(place: string): Promise<Source> {
  const remote = /^https?:\/\//i.test(place)
  const { text, url } = remote ? await download(place) : { text: readLocal(place), url: null }
  try {
    return { ...parseText(text.replace(/^\uFEFF/, '')), url }
  } catch (error) {
    throw new Error(`${place} is neither JSON nor YAML: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

function readLocal(path: string): string {
  if (statSync(path).size > BYTES_MAX) throw new Error(`${path} is larger than ${BYTES_MAX} bytes`)
  return readFileSync(path, 'utf8')
}

async function download(place: string): Promise<{ text: string; url: string }> {
  const response = await fetch(place, {
    signal: AbortSignal.timeout(DOWNLOAD_MS_MAX),
    headers: { accept: 'application/json, application/yaml, text/yaml, */*' },
  })
  if (!response.ok || response.body === null) throw new Error(`${place} answered ${response.status}`)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.byteLength
    if (bytes > BYTES_MAX) throw new Error(`${place} is larger than ${BYTES_MAX} bytes`)
    chunks.push(chunk)
  }
  return { text: new TextDecoder().decode(Buffer.concat(chunks)), url: response.url }
}
