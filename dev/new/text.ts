/** The test that fails with what is left. */
export const leftTest = (left: readonly string[]): string => `
/** Delete each line once it is done, and then this test. */
const LEFT: readonly string[] = [
${left.map((line) => `${wrapped(line)},\n`).join('')}]

it('has nothing left to do', () => {
  expect(LEFT).toEqual([])
})
`

/** Code whose parts are not all there. */
export const withoutBlanks = (code: string): string => code.replaceAll(/^ +\n/gm, '')

/** A text as code. */
export const quoted = (text: string): string =>
  text.includes("'") && !text.includes('"') ? JSON.stringify(text) : `'${text.replaceAll(/[\\']/g, '\\$&')}'`

/** Texts as a list in code. */
export const listed = (texts: readonly string[]): string => `[${texts.map(quoted).join(', ')}]`

/** A line of code with its indentation has 120 characters. */
const TEXT_LENGTH_MAX = 111

/** A text as code, in as many lines as it needs. */
const wrapped = (text: string): string =>
  [...text.matchAll(new RegExp(`.{1,${TEXT_LENGTH_MAX}}(?:\\s|$)`, 'g'))].map(([part]) => quoted(part)).join(' +\n')
