import type { RedactionMatch } from './redaction-match.ts'

/** A token begins only at the start of a word, so that each run of characters is tried once. */
const FREE = '(?<![A-Za-z0-9_])'

/**
 * Secrets with a recognisable form. Every pattern begins with fixed characters and continues with one class at a time,
 * so that none has two ways to read a text.
 */
const TOKENS: readonly RegExp[] = [
  // Our own: keys, sessions, tokens of connected apps, signing secrets of webhooks.
  String.raw`${FREE}svc_[a-z]{2,12}_[A-Za-z0-9_-]{6,}`,
  String.raw`${FREE}whsec_[A-Za-z0-9+/=_-]{6,}`,
  // Stripe.
  String.raw`${FREE}(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9_]{6,}`,
  // Makers of models, mail and data providers.
  String.raw`${FREE}(?:sk|tvly)-(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{16,}`,
  String.raw`${FREE}(?:hf|re|npm|am|phc|lin_api|apify_api|dop_v1|shpat|shpss|sbp)_(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{16,}`,
  String.raw`${FREE}SG\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}`,
  String.raw`${FREE}(?:SK|AC)[0-9a-f]{32}(?![A-Za-z0-9])`,
  // AWS.
  String.raw`${FREE}(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])`,
  // GitHub, GitLab.
  String.raw`${FREE}gh[oprsu]_[A-Za-z0-9]{16,}`,
  String.raw`${FREE}github_pat_[A-Za-z0-9_]{16,}`,
  String.raw`${FREE}gl(?:pat|dt|rt|cbt|ptt)-[A-Za-z0-9_-]{12,}`,
  // Slack.
  String.raw`${FREE}xox[a-z]-[A-Za-z0-9-]{8,}`,
  String.raw`${FREE}xapp-[A-Za-z0-9-]{8,}`,
  String.raw`hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/_-]{8,}`,
  // Google.
  String.raw`${FREE}AIza[A-Za-z0-9_-]{30,}`,
  String.raw`${FREE}ya29\.[A-Za-z0-9._-]{10,}`,
  String.raw`${FREE}GOCSPX-[A-Za-z0-9_-]{10,}`,
  // JSON Web Tokens, signed or encrypted.
  String.raw`${FREE}eyJ[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]*){0,3}`,
].map((pattern) => new RegExp(pattern, 'g'))

/** An HTTP scheme and its credential. */
const SCHEME =
  /(?<![A-Za-z0-9_])(?:bearer|basic|digest|token|apikey|negotiate|hawk)[ \t]{1,4}([A-Za-z0-9._~+/=:-]{6,})/gi
/** Ordinary words follow a scheme's name in prose: "basic usage", "bearer authentication". */
const LOOKS_RANDOM = /\d|[a-z][A-Z]|[+/=~]|^[A-Za-z0-9._-]{24,}$/

const PEM_BEGIN = /-----BEGIN [A-Z0-9 ]{1,64}-----/g
const PEM_END = /-----END [A-Z0-9 ]{1,64}-----/g

/** Keys and tokens that are recognisable by their form. */
export function findTokens(text: string): RedactionMatch[] {
  const tokens = TOKENS.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ index, 0: token }) => secret(index, index + token.length)),
  )
  const schemes = [...text.matchAll(SCHEME)].flatMap(({ index, 0: match, 1: value = '' }) =>
    LOOKS_RANDOM.test(value) ? [secret(index + match.length - value.length, index + match.length)] : [],
  )
  return [...tokens, ...schemes, ...findPem(text)]
}

const secret = (start: number, end: number): RedactionMatch => ({ start, end, what: 'secret' })

/** A block without its end was cut: the entire rest may belong to it. */
function findPem(text: string): RedactionMatch[] {
  const found: RedactionMatch[] = []
  let from = 0
  for (const { index } of text.matchAll(PEM_BEGIN)) {
    if (index < from) continue
    PEM_END.lastIndex = index
    const end = PEM_END.exec(text)
    from = end === null ? text.length : end.index + end[0].length
    found.push(secret(index, from))
  }
  return found
}

/** Longer than any name and password that a URL carries; beyond it another text begins. */
const AUTHORITY_MAX = 512

/** The text between `://` and the last `@` before the host's end: a name with its password, or only a token. */
export function findUrlPasswords(text: string): RedactionMatch[] {
  const found: RedactionMatch[] = []
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    const rest = text.slice(at + 3, at + 3 + AUTHORITY_MAX)
    const authority = rest.slice(0, endOf(rest))
    const sign = authority.lastIndexOf('@')
    if (sign > 0) found.push(secret(at + 3, at + 3 + sign))
  }
  return found
}

function endOf(rest: string): number {
  const end = rest.search(/[\s/?#"'<>\\]/)
  return end < 0 ? rest.length : end
}
