/** What separates the cells of a CSV file: spreadsheets of some languages write semicolons. */
export const SEPARATORS = [',', ';', '\t'] as const
export type Separator = (typeof SEPARATORS)[number]

/** The line of the column names without what stands within quotes. */
export const bareHeader = (text: string): string => (/^[^\r\n]*/.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '')

/** The separator that the line of the column names has most of; a comma where it has none. */
export function separatorOf(text: string): Separator {
  const header = bareHeader(text)
  const count = (separator: Separator): number => header.split(separator).length
  return SEPARATORS.reduce((best, one) => (count(one) > count(best) ? one : best))
}
