import { connect } from 'node:net'

/** A connection that the server keeps open is closed after this time. */
const QUIET_MS = 250
const ANSWER_BYTES_MAX = 1_000_000

export interface WireAnswer {
  /** Of every answer on the connection, in order. */
  readonly statuses: readonly number[]
  readonly text: string
}

/** Sends bytes unchanged to a port of this machine, and reads until the server closes or stays silent. */
export function sendBytes(port: number, bytes: string): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(Buffer.from(bytes, 'latin1')))
    let quiet: NodeJS.Timeout | undefined
    const wait = (): void => {
      clearTimeout(quiet)
      quiet = setTimeout(() => socket.destroy(), QUIET_MS * (pieces.length === 0 ? 8 : 1))
    }
    socket.on('data', (piece) => {
      pieces.push(piece)
      if (pieces.reduce((sum, { length }) => sum + length, 0) > ANSWER_BYTES_MAX) socket.destroy()
      wait()
    })
    socket.on('close', () => {
      clearTimeout(quiet)
      const text = Buffer.concat(pieces).toString('latin1')
      resolve({ text, statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)) })
    })
    // The server may reset what it has refused.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    wait()
  })
}
