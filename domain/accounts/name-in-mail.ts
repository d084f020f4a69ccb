/** As long as a company's name in a sentence; people who mean well need no more. */
const NAME_LENGTH_MAX = 60

/** What a mail program would make a link of: a scheme, `www.`, or a name with a dot between letters. */
const LINK = /\S*(?::\/\/|www\.|[\p{L}\p{N}]\.[\p{L}]{2})\S*/giu
const UNSEEN = /[\p{C}\p{Z}\s]+/gu
const QUOTES = /["“”„«»<>]/gu

/**
 * A name that an unknown person chose, as words of a mail: quoted, cut, and without anything that becomes a link. null:
 * nothing is left of it.
 */
export function nameInMail(name: string): string | null {
  const plain = name.replaceAll(UNSEEN, ' ').replaceAll(LINK, '').replaceAll(QUOTES, '').replaceAll(/ +/gu, ' ').trim()
  const letters = [...plain]
  const cut = letters.length > NAME_LENGTH_MAX ? `${letters.slice(0, NAME_LENGTH_MAX).join('').trimEnd()}…` : plain
  return cut === '' ? null : `“${cut}”`
}
