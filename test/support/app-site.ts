import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:https'
import { makeAuthority } from './certificates.ts'

/** What a site answers at a path. */
export interface SiteAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** A text is sent as it is, everything else as JSON. */
  readonly body?: unknown
  /** Never answers. */
  readonly hangs?: true
  /** Answers only after this time. */
  readonly afterMs?: number
}

/** The site of an app, at which it publishes the document that is its client id. */
export interface AppSite {
  /** Without a trailing slash: `https://localhost:…`. */
  readonly url: string
  readonly host: string
  /** The certificate of the authority that this site's name is certified by. */
  readonly authority: string
  /** The paths that were requested, in their order. */
  readonly requested: readonly string[]
  publish(path: string, answer: SiteAnswer): void
  close(): Promise<void>
}

export async function startAppSite(): Promise<AppSite> {
  // Of two authorities with the same name, only one would be trusted.
  const authority = makeAuthority(`an authority of the site ${randomUUID()}`)
  const answers = new Map<string, SiteAnswer>()
  const requested: string[] = []
  const server = createServer(authority.issue({ name: 'localhost' }), ({ url = '' }, response) => {
    requested.push(url)
    const { status = 200, headers = {}, body = '', hangs, afterMs = 0 } = answers.get(url) ?? { status: 404 }
    if (hangs) return
    setTimeout(() => {
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    }, afterMs)
  })
  const host = `localhost:${await listen(server)}`
  return {
    url: `https://${host}`,
    host,
    authority: authority.cert,
    requested,
    publish: (path, answer) => void answers.set(path, answer),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
