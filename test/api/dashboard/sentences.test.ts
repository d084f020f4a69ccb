import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { formOf } from '../../../api/dashboard/forms.ts'

const FOLDER = fileURLToPath(new URL('../../../api/dashboard/', import.meta.url))
const sources = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }))

describe('a time on a page', () => {
  it('is a day and a time after "on", "until" or "since" within a sentence', () => {
    const moments = sources.flatMap(({ name, text }) =>
      [...text.matchAll(/(\S*)\s+\$\{moment\(/g)].map(([, before = '']) => `${name}: ${before}`),
    )
    expect(moments.length).toBeGreaterThan(5)
    expect(moments.filter((one) => !/: (?:on|until|since)$/.test(one))).toEqual([])
  })

  it('has no preposition before it where it states how long ago or how soon', () => {
    const within = sources.flatMap(({ name, text }) =>
      [...text.matchAll(/\b(?:on|at|until|since|by) \$\{time\([^)]*\)\}/g)].map(([found]) => `${name}: ${found}`),
    )
    expect(within).toEqual([])
  })

  it('has no abbreviation with a point, which would be the second one at the end of a sentence', () => {
    const script = readFileSync(join(FOLDER, 'assets/dashboard.js'), 'utf8')
    const style = /RelativeTimeFormat\('en', \{ numeric: 'auto', style: '(long|short|narrow)' \}\)/.exec(script)?.[1]
    const format = new Intl.RelativeTimeFormat('en', {
      numeric: 'auto',
      style: style === 'long' || style === 'narrow' ? style : 'short',
    })
    for (const unit of ['second', 'minute', 'hour', 'day'] as const)
      for (const amount of [-5, 5]) expect(format.format(amount, unit)).not.toContain('.')
  })
})

describe('the hint of a field', () => {
  it('shows what is in backticks as code', () => {
    const field = { name: 'linkedin_url', label: 'LinkedIn URL', hint: 'Or `in/name`.' }
    const form = formOf({ action: 'run', submit: 'Run', fields: [field] }, null).toString()
    expect(form).toContain('Or <code>in/name</code>.')
  })
})
