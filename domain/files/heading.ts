/** Characters that are not seen: marks of direction, joiners, blanks without width, soft hyphens, controls. */
const INVISIBLE = /[\p{Cf}\p{Cc}\ufe00-\ufe0f\u034f\u115f\u1160\u3164\uffa0]/gu
const BLANKS = /[\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+/gu

/** The name of a column without what is not seen: other programs write it, and no person could type it again. */
export const cleanHeading = (text: string): string =>
  text.replaceAll(BLANKS, ' ').replaceAll(INVISIBLE, '').replaceAll(BLANKS, ' ').trim().normalize('NFC')

/** A heading without case, accents, blanks and marks: `E-Mail-Adresse` and `email adresse` are one. */
export const plainHeading = (text: string): string =>
  cleanHeading(text)
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
