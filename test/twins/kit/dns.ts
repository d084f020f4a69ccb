import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type Answer, decode, encode, type Packet } from 'dns-packet'
import type { DnsType } from '../../../domain/senders/mail-authentication.ts'

/** What name servers know in the world of the twins; every other name does not exist there. */
export interface DnsTwin {
  /** `address:port`, for DNS_SERVERS. */
  readonly address: string
  /** Replaces what a name has of a type; an empty list removes it. */
  publish(type: DnsType, name: string, values: readonly string[]): void
  /** The name server answers nothing while it is silent. */
  setSilent(silent: boolean): void
  /** Forgets everything. */
  clear(): void
  close(): Promise<void>
}

const NAME_MISSING = 3

export async function startDns(): Promise<DnsTwin> {
  const zone = new Map<string, readonly string[]>()
  const keyOf = (type: string, name: string): string => `${type} ${name.toLowerCase()}`
  let isSilent = false
  let closed: Promise<void> | null = null
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    if (isSilent) return
    const query = decode(message)
    const answers = (query.questions ?? []).flatMap(({ type, name }) =>
      (zone.get(keyOf(type, name)) ?? []).map((value) => answerOf(type, name, value)),
    )
    socket.send(encode(replyTo(query, answers)), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    publish(type, name, values) {
      zone.set(keyOf(type, name), values)
    },
    setSilent(silent) {
      isSilent = silent
    },
    clear() {
      zone.clear()
      isSilent = false
    },
    async close() {
      closed ??= new Promise((resolve) => socket.close(resolve))
      await closed
    },
  }
}

const replyTo = ({ id, questions }: Packet, answers: Answer[]): Packet => ({
  type: 'response',
  ...(id === undefined ? {} : { id }),
  ...(questions === undefined ? {} : { questions }),
  flags: answers.length === 0 ? NAME_MISSING : 0,
  answers,
})

/** A text of a record has at most 255 bytes: a long value is several of them. */
const PIECE = /.{1,255}/gs

function answerOf(type: string, name: string, value: string): Answer {
  switch (type) {
    case 'MX':
      return { type: 'MX', name, ttl: 1, data: { preference: 10, exchange: value } }
    case 'CNAME':
      return { type: 'CNAME', name, ttl: 1, data: value }
    default:
      return { type: 'TXT', name, ttl: 1, data: value.match(PIECE) ?? [''] }
  }
}
