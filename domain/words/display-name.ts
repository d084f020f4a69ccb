/**
 * Invisible characters and direction controls: Unicode's Cc and Cf, separators of lines and paragraphs, blank letters
 * (Hangul's fillers, Braille's blank), and joiners. They are ranges, because validators without `\p{…}` read the
 * patterns of published schemas; the few characters beyond U+FFFF cannot be written for all validators.
 */
const INVISIBLE =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u115f\\u1160\\u17b4\\u17b5' +
  '\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb'
/** Combining marks and variation selectors, which change the character before them, and the placeholder U+FFFC. */
const COMBINING = '\\u0300-\\u036f\\ufe00-\\ufe0f\\ufffc'
const SPACES = '\\u0020\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000'

/** The display name of a workspace or a key: it has a visible character, and no invisible one. */
export const DISPLAY_NAME_PATTERN = `^ *[^${INVISIBLE}${SPACES}${COMBINING}][^${INVISIBLE}]*$`
/** The same for a text that may be empty (a table's title). */
export const DISPLAY_TITLE_PATTERN = `^[^${INVISIBLE}]*$`
/** The display name of an email address: also without `<`, `>` and `"`, which delimit the address or the name. */
export const EMAIL_DISPLAY_NAME_PATTERN = `^ *[^${INVISIBLE}${SPACES}${COMBINING}<>"][^${INVISIBLE}<>"]*$`
