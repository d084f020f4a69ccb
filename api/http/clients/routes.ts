import Type from 'typebox'
import { Problem } from '../../errors/problem.ts'
import { HTML, htmlPage, pageHeaders } from '../../html/html.ts'
import { html } from '../../html/markup.ts'
import { defineRoute, type Route } from '../../route/route.ts'
import { closed } from '../../schemas/common.ts'
import { isHeld } from '../../middleware/cache.ts'
import { DOCUMENT_PAGE, OPEN_PAGE } from '../open-page.ts'
import { READABLE_ANYWHERE } from '../well-known/anywhere.ts'
import { type ClientPackages, CLIENTS_PATH } from '../../clients/packages.ts'
import { installLines } from '../../clients/install-lines.ts'

const ClientIndex = closed({
  packages: Type.Array(
    closed({
      name: Type.String(),
      registry: Type.Union([Type.Literal('npm'), Type.Literal('pypi')]),
      description: Type.String(),
      version: Type.String(),
      url: Type.String(),
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      size_bytes: Type.Integer(),
      install: Type.String(),
    }),
  ),
  not_served: Type.Array(Type.String()),
})

/** The packages of the clients, which npm and pip install from here (decisions, "served clients"). */
export const clientRoutes = (packages: ClientPackages): Route[] => [
  showClients(packages),
  getClientIndex(packages),
  showClient(packages),
]

function requireSome(packages: ClientPackages) {
  const found = packages.list()
  if (found.length === 0)
    throw new Problem('not_found', 'This service has no packages of its clients: its operator has not added them.')
  return found
}

const showClients = (packages: ClientPackages) =>
  defineRoute({
    ...DOCUMENT_PAGE,
    operationId: 'showClients',
    path: CLIENTS_PATH,
    summary: 'Install a client',
    responses: { 200: { description: 'The page.', ...HTML } },
    errors: ['not_found'],
    async handler({ reply }) {
      const found = requireSome(packages)
      const missing = packages.missing()
      const body = html`<p>npm and pip install the clients of this service from here. No registry has to have them.</p>
${installLines(found)}
<dl>${found.map(
        ({ file, url, sha256 }) => html`<dt><a href="${url}">${file}</a></dt><dd>sha256 <code>${sha256}</code></dd>
`,
      )}</dl>
${missing.length > 0 && html`<p>Not here: ${missing.join(', ')}.</p>`}
<p>For programs: <a href="${CLIENTS_PATH}index.json">index.json</a></p>`
      return reply(200, htmlPage({ title: 'Install a client', body: body.toString() }), pageHeaders(["'none'"]))
    },
  })

const getClientIndex = (packages: ClientPackages) =>
  defineRoute({
    ...DOCUMENT_PAGE,
    operationId: 'getClientIndex',
    path: `${CLIENTS_PATH}index.json`,
    summary: 'List the packages of the clients',
    responses: { 200: { description: 'The packages.', schema: ClientIndex } },
    errors: ['not_found'],
    async handler({ reply }) {
      const listed = requireSome(packages).map(({ name, registry, what, version, url, sha256, bytes, install }) => ({
        name,
        registry,
        description: what,
        version,
        url,
        sha256,
        size_bytes: bytes,
        install,
      }))
      return reply(200, { packages: listed, not_served: [...packages.missing()] }, READABLE_ANYWHERE)
    },
  })

const showClient = (packages: ClientPackages) =>
  defineRoute({
    ...OPEN_PAGE,
    spec: '9.4',
    operationId: 'showClient',
    path: `${CLIENTS_PATH}{file}`,
    summary: 'Download the package of a client',
    params: closed({ file: Type.String() }),
    responses: {
      200: {
        description: 'The package.',
        contentType: 'application/octet-stream',
        stream: true,
        schema: Type.String(),
      },
      304: { description: 'The caller has it.', contentType: 'application/octet-stream', schema: Type.String() },
    },
    errors: ['not_found'],
    async handler({ params, reply, requestHeader }) {
      const found = packages.read(params.file)
      if (found === null)
        throw new Problem('not_found', `No package has this name: ${CLIENTS_PATH}index.json lists them.`)
      const etag = `"${found.sha256}"`
      const headers = { ETag: etag, 'Cache-Control': 'public, no-cache', ...READABLE_ANYWHERE }
      if (isHeld(requestHeader('If-None-Match') ?? '', etag)) return reply(304, '', headers)
      return reply(200, pieces(found.bytes), {
        ...headers,
        'Content-Type': found.type,
        'Content-Length': String(found.bytes.length),
      })
    },
  })

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
