/**
 * Where a national plan gives one subscriber two spellings. libphonenumber knows the plans of today, which refuse the
 * old spelling or take it for another number; WhatsApp, old address books and CRMs still have it.
 */

/** Mexico dropped the `1` of mobile numbers from abroad in 2019 (Plan Técnico Fundamental de Numeración). */
const MEXICO = /^\+52\D*1\D*((?:\d\D*){10})$/
/** Brazil put a `9` in front of all mobile numbers by 2016 (Anatel, Resolução 553): they began with 6 to 9. */
const BRAZIL = /^\+55(\d{2})([6-9]\d{7})$/
/**
 * Argentina's mobiles have a `9` behind the country's code from abroad, and none within the country. No landline has
 * the digits of a mobile, so numbers with and without it are compared as one.
 */
const ARGENTINA = /^\+54(\d{10})$/

/** Whether a number is in the spelling of before: Mexico's with the `1`, Brazil's without the `9`. */
export const isOldSpelling = (number: string): boolean => MEXICO.test(number) || BRAZIL.test(number)

/** The number as it is dialled today; other texts are unchanged. */
export const sameNumberToday = (number: string): string => number.replace(MEXICO, '+52$1').replace(BRAZIL, '+55$19$2')

/** The form of a number, in E.164, by which its subscriber is compared. */
export const oneOfSubscriber = (number: string): string => number.replace(ARGENTINA, '+549$1')

/** The older spellings of a number, in E.164, that are compared as the same. */
export const olderSpellings = (number: string): readonly string[] =>
  [
    number.replace(/^\+52(\d{10})$/, '+521$1'),
    number.replace(/^\+55(\d{2})9([6-9]\d{7})$/, '+55$1$2'),
    number.replace(/^\+549(\d{10})$/, '+54$1'),
  ].filter((older) => older !== number)
