/** A sign that begins a formula, behind the apostrophe that keeps a spreadsheet from running it. */
const KEPT_SIGN = /^'(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/
/** Digits that a spreadsheet would make a number of: a phone, a postal code. */
const KEPT_DIGITS = /^'(?=[\d(][\d\s()./-]*$)/

/** What a formula that has failed shows in place of a value, in the languages of the headings. */
const FAILED = new Set(
  [
    '#N/A #NV #N/D #N/B #NAME? #NAAM? #NOM? #NOME? #¿NOMBRE? #REF! #BEZUG! #RIF! #VERW! #¡REF! #GETTING_DATA',
    '#VALUE! #WERT! #VALEUR! #VALOR! #¡VALOR! #VALORE! #WAARDE! #DIV/0! #¡DIV/0! #DEEL/0! #NUM! #ZAHL! #NOMBRE!',
    '#¡NUM! #NÚM! #GETAL! #NULL! #NUL! #NULO! #¡NULO! #NULLO! #LEEG! #SPILL! #CALC! #FIELD! #BLOCKED! #CONNECT!',
  ].flatMap((line) => line.split(' ')),
)

/** A formula that has failed has no value. */
export const withoutFailure = (text: string): string => (FAILED.has(text) ? '' : text)

/** The text of a cell that a person wrote so that it stays text; `'s-Hertogenbosch` keeps its apostrophe. */
export const withoutTextMark = (text: string): string => text.replace(KEPT_SIGN, '').replace(KEPT_DIGITS, '')

/**
 * The same CSV with `="00123"` as `"00123"`: exports write a number that is text as a formula, which no reader of CSV
 * takes for a cell with quotation marks. Lines and their numbers stay.
 */
export function withoutTextFormulas(text: string, separator: string): string {
  if (!text.includes('="')) return text
  const between = separator === '|' ? '\\|' : separator
  const formula = new RegExp(`(^|[${between}\\r\\n])=("[^"\\r\\n]*")(?=[${between}\\r\\n]|$)`, 'g')
  return text.replaceAll(formula, '$1$2')
}

/** Blanks and what no one sees: spreadsheets and web pages leave them at the ends of a text. */
const UNSEEN = /[\s\u00ad\u200b-\u200f\u2060\ufeff]/u

/** The text of a cell without what is not seen at its ends. */
export function trimmedCell(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && UNSEEN.test(text.charAt(from))) from += 1
  while (to > from && UNSEEN.test(text.charAt(to - 1))) to -= 1
  return text.slice(from, to)
}
