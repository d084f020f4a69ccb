import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import Type from 'typebox'
import { defineRoute } from '../../route/route.ts'
import type { Route } from '../../route/route.ts'
import { AnyQuery } from '../../schemas/common.ts'

/** Nothing from other hosts, nothing inline but Swagger UI's own style attributes and data: images. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const own = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const packaged = createRequire(import.meta.url)
const swagger = (file: string) => readFileSync(packaged.resolve(`swagger-ui-dist/${file}`), 'utf8')

/** Read once per process: Swagger UI is 3 MB. */
const TEXTS = {
  page: own('./page.html'),
  script: own('./init.js'),
  style: own('./page.css'),
  swaggerStyle: swagger('swagger-ui.css'),
  swaggerScript: swagger('swagger-ui-bundle.js'),
}

/** The interactive reference (Spec 9.4): our page and script, and Swagger UI from its package. */
export function getReferenceRoutes(): Route[] {
  const javascript = 'text/javascript; charset=utf-8'
  const css = 'text/css; charset=utf-8'
  return [
    page('getApiReference', '', 'text/html; charset=utf-8', TEXTS.page),
    page('getApiReferenceScript', '/init.js', javascript, TEXTS.script),
    page('getApiReferencePageStyle', '/page.css', css, TEXTS.style),
    page('getApiReferenceStyle', '/swagger-ui.css', css, TEXTS.swaggerStyle),
    page('getApiReferenceBundle', '/swagger-ui-bundle.js', javascript, TEXTS.swaggerScript),
  ]
}

const page = (operationId: string, file: string, contentType: string, text: string) =>
  defineRoute({
    operationId,
    method: 'GET',
    path: `/api-reference${file}`,
    summary: 'Browse this API',
    tags: ['Service'],
    spec: '9.4',
    access: 'public',
    etag: true,
    documented: false,
    // A link to the page may carry a campaign's or a cache's parameters; they mean nothing here.
    query: AnyQuery,
    responses: { 200: { description: 'A part of the reference page.', contentType, schema: Type.String() } },
    errors: [],
    async handler({ reply }) {
      return reply(200, text, {
        'Content-Security-Policy': CONTENT_SECURITY_POLICY,
        'X-Frame-Options': 'DENY',
        'Referrer-Policy': 'no-referrer',
      })
    },
  })
