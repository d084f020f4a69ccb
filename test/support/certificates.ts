import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A certificate with its key, as a TLS server takes them. */
export interface Certified {
  readonly cert: string
  readonly key: string
}

export interface CertificateRequest {
  /** DNS name in the subject alternative names, or an IPv4 address. */
  readonly name: string
  readonly notBefore?: Date
  readonly notAfter?: Date
}

export interface Authority {
  readonly cert: string
  issue(request: CertificateRequest): Certified
}

const DAY_MS = 86_400_000
const ECDSA_WITH_SHA256 = '2a8648ce3d040302'
const COMMON_NAME = '550403'
const SUBJECT_ALT_NAME = '551d11'
const BASIC_CONSTRAINTS = '551d13'

/** DER: a tag, the length, and what it holds (X.690). */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  // The shortest form, as DER requires.
  const long = content.length > 0xff ? [0x82, content.length >> 8, content.length & 0xff] : [0x81, content.length]
  const length = content.length < 0x80 ? [content.length] : long
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts)
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const bitString = (bytes: Uint8Array): Buffer => der(0x03, Buffer.from([0]), bytes)
const time = (at: Date): Buffer => der(0x18, Buffer.from(at.toISOString().replace(/[-:T]|\.\d+/g, '')))
const algorithm = sequence(oid(ECDSA_WITH_SHA256))
const nameOf = (commonName: string): Buffer =>
  sequence(der(0x31, sequence(oid(COMMON_NAME), der(0x0c, Buffer.from(commonName)))))
const extension = (id: string, content: Uint8Array): Buffer => sequence(oid(id), der(0x04, content))
const pem = (bytes: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(bytes).toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`

function subjectAltName(name: string): Buffer {
  const address = /^\d+\.\d+\.\d+\.\d+$/.test(name)
  return sequence(der(address ? 0x87 : 0x82, Buffer.from(address ? name.split('.').map(Number) : Buffer.from(name))))
}

interface Contents {
  readonly subject: string
  readonly issuer: string
  readonly publicKey: KeyObject
  readonly issuerKey: KeyObject
  readonly extensions: readonly Uint8Array[]
  readonly notBefore: Date
  readonly notAfter: Date
}

/** A positive number without a leading zero. */
function serialNumber(): Buffer {
  const bytes = randomBytes(8)
  bytes[0] = 0x40 | ((bytes[0] ?? 0) & 0x3f)
  return bytes
}

function certificate(contents: Contents): string {
  const { subject, issuer, publicKey, issuerKey, extensions, notBefore, notAfter } = contents
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serialNumber()),
    algorithm,
    nameOf(issuer),
    sequence(time(notBefore), time(notAfter)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  return pem(sequence(body, algorithm, bitString(sign('sha256', body, issuerKey))))
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const keyText = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const validity = (request: CertificateRequest) => ({
  notBefore: request.notBefore ?? new Date(Date.now() - DAY_MS),
  notAfter: request.notAfter ?? new Date(Date.now() + DAY_MS),
})

/** An authority of one test. A client must be given it to trust it. */
export function makeAuthority(name: string): Authority {
  const authority = newKeys()
  const cert = certificate({
    subject: name,
    issuer: name,
    publicKey: authority.publicKey,
    issuerKey: authority.privateKey,
    ...validity({ name }),
    extensions: [extension(BASIC_CONSTRAINTS, sequence(der(0x01, Buffer.from([0xff]))))],
  })
  return {
    cert,
    issue(request) {
      const { publicKey, privateKey } = newKeys()
      return {
        key: keyText(privateKey),
        cert: certificate({
          subject: request.name,
          issuer: name,
          publicKey,
          issuerKey: authority.privateKey,
          ...validity(request),
          extensions: [extension(SUBJECT_ALT_NAME, subjectAltName(request.name))],
        }),
      }
    },
  }
}

/** Signed by itself. */
export function selfSigned(request: CertificateRequest): Certified {
  const { publicKey, privateKey } = newKeys()
  return {
    key: keyText(privateKey),
    cert: certificate({
      subject: request.name,
      issuer: request.name,
      publicKey,
      issuerKey: privateKey,
      ...validity(request),
      extensions: [extension(SUBJECT_ALT_NAME, subjectAltName(request.name))],
    }),
  }
}
