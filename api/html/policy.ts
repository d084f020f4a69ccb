/** What a page may do in addition to showing itself with the style sheet and the images of this service. */
export interface PagePowers {
  /** The script of this service. */
  readonly scripts: boolean
  /** Requests of that script to this service. */
  readonly connects: boolean
  /** Forms that lead to this service. */
  readonly forms: boolean
}

/** No script and no style but the files of this service, nothing from other hosts, no framing. */
export const pagePolicy = ({ scripts, connects, forms }: PagePowers) => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    ...(scripts ? ["script-src 'self'"] : []),
    "style-src 'self'",
    ...(connects ? ["connect-src 'self'"] : []),
    "img-src 'self'",
    `form-action ${forms ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
})
