/**
 * Characters that are invisible or turn the direction of writing: controls and formats (Unicode's Cc and Cf),
 * separators of lines and paragraphs, letters without a shape (Hangul's fillers, Braille's blank), and joiners. They
 * are written as ranges, because validators without `\p{…}` read the patterns of published schemas; the few characters
 * beyond U+FFFF cannot be written for all validators.
 */
const UNSEEN =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u115f\\u1160\\u17b4\\u17b5' +
  '\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb'
/** Characters that only change the one before them: marks, variation selectors, the sign of a missing object. */
const ATTACHED = '\\u0300-\\u036f\\ufe00-\\ufe0f\\ufffc'
const BLANKS = '\\u0020\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000'

/** A shown name (of a workspace, of a key): it has a visible character, and no invisible one. */
export const SHOWN_NAME_PATTERN = `^ *[^${UNSEEN}${BLANKS}${ATTACHED}][^${UNSEEN}]*$`
/** The same for a text that may be empty (a table's title). */
export const SHOWN_TITLE_PATTERN = `^[^${UNSEEN}]*$`
/** The name beside an email address, where these signs would begin or end the address. */
export const MAIL_NAME_PATTERN = `^ *[^${UNSEEN}${BLANKS}${ATTACHED}<>"][^${UNSEEN}<>"]*$`
