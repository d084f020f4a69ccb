import { createServer } from 'node:net'

// Clones on the same machine each move up by a few ports; if a hundred neighbours are in use, something else is wrong.
const NEIGHBOURS_MAX = 100

/** The preferred port, or the next free one above it; any free port when `preferred` is 0. */
export async function freePort(preferred: number): Promise<number> {
  if (preferred === 0) return (await bound(0, '127.0.0.1')) ?? 0
  for (let port = preferred; port < preferred + NEIGHBOURS_MAX && port < 65_536; port += 1) {
    // A listener on all addresses and one on the loopback address do not always exclude each other, so both are tried.
    if ((await bound(port, '127.0.0.1')) && (await bound(port, undefined))) return port
  }
  throw new Error(`No free port from ${preferred} to ${preferred + NEIGHBOURS_MAX - 1}.`)
}

function bound(port: number, host: string | undefined): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address()
      const taken = typeof address === 'object' && address ? address.port : port
      server.close(() => resolve(taken))
    })
  })
}
