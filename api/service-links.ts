/** Where a program finds the APIs of this service (RFC 9727). */
export const API_CATALOG_PATH = '/.well-known/api-catalog'

export const LINKSET_TYPE = 'application/linkset+json'

/**
 * The value of `Link` (RFC 8288) that leads a program from a page, or from a refusal, to the documents of the API. The
 * relations are those of RFC 9727 and RFC 8631.
 */
export const SERVICE_LINKS = [
  `<${API_CATALOG_PATH}>; rel="api-catalog"; type="${LINKSET_TYPE}"`,
  '</openapi.json>; rel="service-desc"; type="application/json"',
  '</docs>; rel="service-doc"; type="text/html"',
].join(', ')

/** The same for the answer of a page. */
export const LINKED = { Link: SERVICE_LINKS } as const
