/**
 * How values in the data of rows are read, for comparing and ordering them. JavaScript and PostgreSQL understand each
 * pattern alike: both read the same texts as a number or a time.
 */

/**
 * Text that is a number: as JSON writes it, without an exponent, with at most 31 digits on either side of the point.
 * Leading signs and zeros are excluded on purpose: `+15550100123` is a phone, `02134` a postal code, and `1e5` an id.
 */
export const NUMBER_TEXT = '^-?(0|[1-9][0-9]{0,30})([.][0-9]{1,31})?$'
const NUMBER = new RegExp(NUMBER_TEXT)

export const isNumberText = (text: string): boolean => NUMBER.test(text)

/** Text that is a time, except for days that no month has: a day, or a day and a time with or without an offset. */
export const TIME_TEXT =
  '^(000[1-9]|00[1-9][0-9]|0[1-9][0-9][0-9]|[1-9][0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])' +
  '([Tt ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?([Zz]|[+-](0[0-9]|1[0-4]):?[0-5][0-9])?)?$'

/** An offset at the end of such a text; without one it is UTC. */
export const OFFSET_TEXT = '([Zz]|[+-][0-9]{2}:?[0-9]{2})$'
/** The digits beyond milliseconds, which the API does not show and JavaScript does not keep. */
export const BEYOND_MILLISECONDS_TEXT = '([.][0-9]{3})[0-9]+'

/** Texts are ordered by their first 200 characters, so that a cursor that carries one stays small. */
export const ORDERED_TEXT_LENGTH = 200
