/** A key that wraps the data keys of credentials; 32 bytes in base64. */
export interface EncryptionKey {
  /** Stored with everything that the key has wrapped; the newest version wraps new data. */
  readonly version: number
  readonly base64: string
}

type Variables = Readonly<Record<string, string | undefined>>

const ENTRY = /^([1-9]\d{0,8}):([A-Za-z0-9+/]{43}=)$/
const HOW =
  'Write it as <version>:<32 random bytes in base64>, for example "1:" and the output of "openssl rand -base64 32". Separate several keys by commas.'

/**
 * Reads `ENCRYPTION_KEYS`. Throws if there is none: without it no encrypted data could be read again. Its messages
 * never quote a key.
 */
export function readEncryptionKeys(env: Variables): readonly EncryptionKey[] {
  const text = env['ENCRYPTION_KEYS']?.trim()
  if (!text)
    throw new Error(
      `Set ENCRYPTION_KEYS, which encrypts the credentials of connected providers. ${HOW} A local "npm start" creates one.`,
    )
  return parseEncryptionKeys(text, 'ENCRYPTION_KEYS')
}

/** `1:<base64>,2:<base64>`; `source` is the name of the text in an error message. */
export function parseEncryptionKeys(text: string, source: string): readonly EncryptionKey[] {
  const entries = text.split(',').map((entry) => entry.trim())
  const keys = entries.map((entry, index) => {
    const [, version = '', base64 = ''] = ENTRY.exec(entry) ?? []
    if (version === '') throw new Error(`Entry ${index + 1} of ${source} is not a key. ${HOW}`)
    return { version: Number(version), base64 }
  })
  const twice = keys.find(({ version }, index) => keys.findIndex((other) => other.version === version) < index)
  if (twice !== undefined) throw new Error(`${source} holds version ${twice.version} twice.`)
  return keys
}
