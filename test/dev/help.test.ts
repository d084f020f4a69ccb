import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { helpOf } from '../../dev/setup/help.mjs'

const page = readFileSync('docs/commands.md', 'utf8')
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'))
const names = Object.values(scripts).map((script) => script.split(' ').at(-1) ?? '')

it.each(names)('%s has help, which names it', (name) => {
  const script = Object.entries(scripts).find(([, text]) => text.endsWith(` ${name}`))?.[0] ?? ''
  expect(helpOf(name, page)).toMatch(new RegExp(`npm (run )?${script}\\b[^]*\\n  \\S`))
})

it('is printed before anything is prepared, whatever else is given', () => {
  const printed = execFileSync('node', ['dev/setup.mjs', 'rates', 'list', '--help'], { encoding: 'utf8' })
  expect(printed).toMatch(/^npm run rates -- set\|remove\|list <workspace> …\n {2}sets, removes and shows prices/)
})
