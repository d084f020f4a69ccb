// The help of a command: its rows in the page of commands, so that there is one text.
import { readFileSync } from 'node:fs'

/** A row whose first cell has commands in back quotes; a `|` within a cell is escaped. */
const ROW = /^\| (`npm .+?) \| (.+) \|$/gm
const COMMAND = /`npm (?:run )?([\w:-]+)[^`]*`/g

export const asksForHelp = (/** @type {string[]} */ args) => args.includes('--help') || args.includes('-h')

/** @param {string} name @param {string} page @returns {string | null} null: the page does not have the command. */
export function helpOf(name, page) {
  const rows = [...page.matchAll(ROW)].filter(([, commands = '']) =>
    [...commands.matchAll(COMMAND)].some(([, script = '']) => script.replaceAll(':', '-') === name),
  )
  if (rows.length === 0) return null
  return rows.map(([, commands = '', text = '']) => `${plain(commands)}\n  ${plain(text)}\n`).join('\n')
}

export const readHelp = (/** @type {string} */ name, /** @type {string} */ file) =>
  helpOf(name, readFileSync(file, 'utf8')) ?? `Nothing is written about ${name}.\n`

/** Without what only a renderer of Markdown shows. */
const plain = (/** @type {string} */ text) =>
  text
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .replaceAll('\\|', '|')
