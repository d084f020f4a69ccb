import type { SecretCipher } from '../../cipher.ts'

const MARK = 'account link '
const SHAPE = /^(link_[0-9a-hjkmnp-tv-z]{26})\.(\d{1,9})\.([A-Za-z0-9_-]{43})$/

/**
 * The public name of a link: its id, and a code over the id that only this service can make. The code is not stored;
 * API and worker compute the same one.
 */
export function linkName(cipher: SecretCipher, linkId: string): string {
  const { keyVersion, mac } = cipher.mac(MARK + linkId)
  return `${linkId}.${keyVersion}.${mac.toString('base64url')}`
}

/** The link's id; null when this service did not make the name. */
export function readLinkName(cipher: SecretCipher, name: string): string | null {
  const [, linkId, version, code] = SHAPE.exec(name) ?? []
  if (linkId === undefined || version === undefined || code === undefined) return null
  return cipher.isMac(MARK + linkId, { keyVersion: Number(version), mac: Buffer.from(code, 'base64url') })
    ? linkId
    : null
}
