import { describe, expect, it } from '@jest/globals'
import type { JsonObject } from '../../../domain/json/json.ts'
import { missingFaults } from '../../../domain/jobs/missing-columns.ts'
import { parseTemplate } from '../../../domain/jobs/row-input.ts'

const faultsOf = (input: JsonObject, ...columns: readonly (string | [name: string, field: string])[]) => {
  const parsed = parseTemplate(input)
  if (!parsed.ok) throw new Error('the template is not read')
  return missingFaults(parsed.template, {
    member: 'input',
    columns: columns.map((column) => {
      const [name, field = null] = [column].flat()
      return { name: name ?? '', field }
    }),
  })
}

describe('a column that a file does not have', () => {
  it.each<[string, string, string | [string, string], string]>([
    ['email', 'E-Mail', ['E-Mail', 'email'], '{{E-Mail}}'],
    ['email', 'another language', 'Courriel', '{{Courriel}}'],
    ['Email', 'another case', 'email', '{{email}}'],
    ['first name', 'another case, with a blank', 'First Name', '{{"First Name"}}'],
    ['email', 'by its values', ['Kontakt', 'email'], '{{Kontakt}}'],
    ['mobile', 'a dot', ['Tel. mobil', 'mobile'], '{{"Tel. mobil"}}'],
  ])('%s is suggested by the name of the column that probably holds it: %s', (field, _, column, placeholder) => {
    expect(faultsOf({ a: { b: [`{{"${field}"}}`] } }, 'Notiz', column)).toEqual([
      {
        path: '/input/a/b/0',
        message: `names a column that the file does not have: \`${field}\`. Write \`${placeholder}\`, which probably holds it. The file has Notiz, ${[column].flat()[0]}`,
      },
    ])
  })

  it('is named with all columns where none probably holds it, and not where the file has it', () => {
    expect(faultsOf({ email: '{{email}}', x: 'Hi {{Vorname}}' }, 'email', 'Notiz')).toEqual([
      { path: '/input/x', message: 'names a column that the file does not have: `Vorname`. The file has email, Notiz' },
    ])
    const many = Array.from({ length: 40 }, (_, number) => `c${number}`)
    expect(faultsOf({ x: '{{y}}' }, ...many)[0]?.message).toMatch(/c29 and 10 more$/)
  })
})
