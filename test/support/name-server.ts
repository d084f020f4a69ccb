import { createSocket } from 'node:dgram'
import { at } from './http.ts'

/** What a name server knows of a name. `silent`: it never answers. */
export type NameAnswer =
  | { readonly a?: readonly string[]; readonly aaaa?: readonly string[] }
  | 'unknown'
  | 'broken'
  | 'silent'

export interface NameServer {
  /** As `Resolver.setServers` takes it. */
  readonly address: string
  /** The questions that came, as `A name`. */
  readonly questions: readonly string[]
  close(): Promise<void>
}

const TYPES: Readonly<Record<number, 'a' | 'aaaa'>> = { 1: 'a', 28: 'aaaa' }
const CODES = { broken: 2, unknown: 3 } as const

/** A name server on the loopback (RFC 1035), for questions of one name each. */
export async function startNameServer(answerTo: (name: string) => NameAnswer): Promise<NameServer> {
  const questions: string[] = []
  const server = createSocket('udp4')
  server.on('message', (query, from) => {
    const { name, end } = readName(query)
    const type = TYPES[query.readUInt16BE(end)]
    questions.push(`${type ?? 'other'} ${name}`)
    const answer = answerTo(name)
    if (answer === 'silent') return
    const addresses = typeof answer === 'string' || type === undefined ? [] : (answer[type] ?? [])
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(0x8180 | (typeof answer === 'string' ? CODES[answer] : 0), 2)
    head.writeUInt16BE(addresses.length, 6)
    head.writeUInt32BE(0, 8)
    server.send(
      Buffer.concat([
        head,
        query.subarray(12, end + 4),
        ...addresses.map((address) => record(query.subarray(end, end + 4), address)),
      ]),
      from.port,
      from.address,
    )
  })
  await new Promise<void>((resolve) => {
    server.bind(0, '127.0.0.1', resolve)
  })
  return {
    address: `127.0.0.1:${String(at(server.address(), 'port'))}`,
    questions,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
      }),
  }
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let offset = 12
  for (let length = query[offset] ?? 0; length > 0; length = query[offset] ?? 0) {
    labels.push(query.toString('latin1', offset + 1, offset + 1 + length))
    offset += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: offset + 1 }
}

/** The name is a pointer to that of the question; it is forgotten at once. */
function record(typeAndClass: Buffer, address: string): Buffer {
  const bytes = address.includes(':')
    ? Buffer.from(
        address
          .split(':')
          .map((part) => part.padStart(4, '0'))
          .join(''),
        'hex',
      )
    : Buffer.from(address.split('.').map(Number))
  return Buffer.concat([Buffer.from([0xc0, 12]), typeAndClass, Buffer.from([0, 0, 0, 0, 0, bytes.length]), bytes])
}
