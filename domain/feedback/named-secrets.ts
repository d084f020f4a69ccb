import type { RedactionMatch } from './redaction-match.ts'
import { isCommonWord, isSecretName } from './secret-names.ts'

/**
 * A name and its sign in a header, a query, JSON, YAML, a form or a command line; quotes may be escaped, for JSON
 * within JSON.
 */
const NAMED =
  /(?<![A-Za-z0-9_.-])(?:--?)?([A-Za-z][A-Za-z0-9_.[\]-]{1,63})(\\{0,3}["'`])?[ \t]{0,4}(?:=>|:=|[:=])[ \t\n]{0,4}/g
/** A flag of a command line takes its value after a space. */
const FLAG = /(?<![A-Za-z0-9_.-])--([A-Za-z][A-Za-z0-9_-]{1,63})[ \t]{1,4}(?=[^\s-])/g
const ENDS_BARE = /[\s"'`&,;<>{}()[\]|\\]/
/** Values that mean there is none. */
const EMPTY = /^(?:null|undefined|none|true|false|nil|missing|empty|required|invalid|string|redacted|\*+|x+|\.+|…)$/i

/** Values after the name of a secret within a text (`password=…`, `"api_key": "…"`, `Cookie: …`). */
export function findNamedSecrets(text: string): RedactionMatch[] {
  const found: RedactionMatch[] = []
  let from = 0
  const take = (pattern: RegExp, isFlag: boolean): void => {
    from = 0
    for (const { index, 0: match, 1: name = '', 2: quote } of text.matchAll(pattern)) {
      const at = index + match.length
      if (at < from || !isSecretName(name)) continue
      const value = valueAt(text, at, name)
      const inProse = !isFlag && quote === undefined && !value.quoted && !/=/.test(match) && isCommonWord(name)
      const secret = text.slice(value.start, value.end)
      if (secret === '' || EMPTY.test(secret) || (inProse && secret.length <= WORD_MAX && !UNLIKE_A_WORD.test(secret)))
        continue
      found.push({ start: value.start, end: value.end, what: 'secret' })
      from = value.end
    }
  }
  take(NAMED, false)
  take(FLAG, true)
  return [...found, ...findKeys(text), ...findLogins(text), ...findSpoken(text)]
}

/**
 * `key=` names a place in a table as often as a secret: only a value that looks random is one, and no id of this
 * service.
 */
const KEY =
  /(?<![A-Za-z0-9_.-])key\\{0,3}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,3}["']?(?=[A-Za-z_-]*\d)([A-Za-z0-9_-]{16,})/gi
const OWN_ID = /^[a-z]{2,10}_[0-9a-hj-z]{26}$/

const findKeys = (text: string): RedactionMatch[] =>
  [...text.matchAll(KEY)].flatMap(({ index, 0: match, 1: value = '' }): RedactionMatch[] =>
    OWN_ID.test(value)
      ? []
      : [{ start: index + match.length - value.length, end: index + match.length, what: 'secret' }],
  )

/** curl's `-u name:password`, in quotes or not; two numbers are a container's user and group. */
const LOGIN =
  /(?<![A-Za-z0-9_-])(?:-u|--user)[ \t=]{0,3}(?!\d{1,9}:\d{1,9}(?![^\s"']))(?:["']([^"':\n]{0,128}:[^"'\n]{1,256})|([^\s:"']{0,128}:(?!\/\/)[^\s"']{1,256}))/g

const findLogins = (text: string): RedactionMatch[] =>
  [...text.matchAll(LOGIN)].map(({ index, 0: match, 1: quoted, 2: bare = '' }): RedactionMatch => ({
    start: index + match.length - (quoted ?? bare).length,
    end: index + match.length,
    what: 'secret',
  }))

/** Longer than any word of prose. */
const WORD_MAX = 32
const UNLIKE_A_WORD = /\d|[a-z][A-Z]|[+/=~_]|[!@#$%^*-]\w/

/** "the password is …", "API key: …": prose with words where a program has signs. */
const SPOKEN =
  /(?<![A-Za-z0-9])(?:pass(?:word|phrase|code)|pwd|secret|token|cvv|cvc|(?:api|access|secret|private|signing)[ _-]?key)[ \t]{1,3}(?:is|was|are)[ \t]{0,2}[:=]?[ \t]{1,3}["'`]?|(?<![A-Za-z0-9])(?:api|access|secret|private|signing) key[ \t]{0,2}[:=][ \t]{0,3}["'`]?/gi

function findSpoken(text: string): RedactionMatch[] {
  return [...text.matchAll(SPOKEN)].flatMap(({ index, 0: match }): RedactionMatch[] => {
    const start = index + match.length
    const secret = /^[^\s"'`<>]{1,256}/.exec(text.slice(start, start + 256))?.[0].replace(/[.,;:!?)]+$/, '') ?? ''
    return UNLIKE_A_WORD.test(secret) ? [{ start, end: start + secret.length, what: 'secret' }] : []
  })
}

interface Value {
  readonly start: number
  readonly end: number
  readonly quoted: boolean
}

/** Headers whose entire line is the secret. */
const TO_END_OF_LINE = /^(?:(?:proxy-)?authorization|(?:set-)?cookie)$/i

function valueAt(text: string, at: number, name: string): Value {
  const opening = /^(\\{0,3})(["'`])/.exec(text.slice(at, at + 4))
  if (opening !== null) {
    const [match, escapes = '', mark = ''] = opening
    const start = at + match.length
    return { start, end: closingQuote(text, start, escapes + mark), quoted: true }
  }
  const ends = TO_END_OF_LINE.test(name) ? /[\r\n"'`]/ : ENDS_BARE
  let end = at
  while (end < text.length && !ends.test(text.charAt(end))) end += 1
  return { start: at, end, quoted: false }
}

/**
 * A quote that is escaped once more than the opening one is part of the value; without a closing quote the rest of the
 * text is the value.
 */
function closingQuote(text: string, start: number, closing: string): number {
  for (let end = text.indexOf(closing, start); end >= 0; end = text.indexOf(closing, end + 1)) {
    if (text.charAt(end - 1) !== '\\' || isEvenEscape(text, end, { start, width: closing.length })) return end
  }
  return text.length
}

/**
 * Backslashes before a quote escape each other in pairs. Each level of JSON around it doubles them, as it does those of
 * the quote itself, whose `width` is 1, 2 or 4. Bounded: more backslashes do not occur in a real value.
 */
const ESCAPES_MAX = 16

function isEvenEscape(
  text: string,
  end: number,
  { start, width }: { readonly start: number; readonly width: number },
): boolean {
  const least = Math.max(start, end - ESCAPES_MAX)
  let at = end
  while (at > least && text.charAt(at - 1) === '\\') at -= 1
  return (end - at) % (2 * width) === 0
}
