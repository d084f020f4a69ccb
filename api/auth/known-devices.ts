import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { accountEmail } from '../../domain/accounts/email.ts'

/** The longest time that browsers keep a cookie. Each sign-in restarts it. */
export const DEVICE_SECONDS = 365 * 24 * 3_600
const ID_BYTES = 16
const PREFIX = 'svc_device_'

/**
 * Devices that have signed in to an account before. A device proves this by a token that only this service can make,
 * for this account alone; the token grants no access and only decides which limit counts its wrong passwords.
 */
export interface KnownDevices {
  /**
   * The device's id; null when it has not signed in to this account, or too long ago. Costs the same for every address.
   */
  idOf(email: string, token: string | undefined): string | null
  /** For a device that has just signed in. A known device keeps its id, and with it its limit. */
  issue(email: string, presented: string | undefined): string
}

/** `keys`: the first one signs, all of them verify. */
export function createKnownDevices(keys: readonly Buffer[], nowMs: () => number): KnownDevices {
  const [newest] = keys
  if (newest === undefined) throw new Error('device tokens need a key')
  const sign = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
  const signed = (id: string, issuedAt: string, email: string): string =>
    JSON.stringify([id, issuedAt, accountEmail(email)])
  const idOf: KnownDevices['idOf'] = (email, token = '') => {
    const [id = '', issuedAt = '', mac = ''] = token.slice(PREFIX.length).split('.')
    const given = Buffer.from(mac, 'base64url')
    const genuine = keys.some((key) => {
      const expected = sign(key, signed(id, issuedAt, email))
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
    return genuine && token.startsWith(PREFIX) && nowMs() < (Number(issuedAt) + DEVICE_SECONDS) * 1_000 ? id : null
  }
  return {
    idOf,
    issue(email, presented) {
      const id = idOf(email, presented) ?? randomBytes(ID_BYTES).toString('base64url')
      const issuedAt = String(Math.floor(nowMs() / 1_000))
      return `${PREFIX}${[id, issuedAt, sign(newest, signed(id, issuedAt, email)).toString('base64url')].join('.')}`
    },
  }
}
