import { describe, expect, it } from '@jest/globals'
import { fileSource } from '../../../domain/rows/row-source.ts'
import { plannedTable } from './planned-table.ts'

const FILE = fileSource({ lineOf: (index) => index + 2, mapped: null, fields: [] })
const PEGGY = { email: 'margaret@hale.example', personal_email: 'peggy@home.example', phone: '+44 7700 900111' }

describe('a contact that a later line brings for the same person', () => {
  it('leaves another one in its place where the row has it already under another name', () => {
    const table = plannedTable('auto')
    table.write([PEGGY, { email: 'peggy@home.example', city: 'London' }])
    expect(table.rows().map(({ key, data }) => ({ key, ...data }))).toEqual([
      { key: 'margaret@hale.example', ...PEGGY, city: 'London' },
    ])
    table.write([{ email: 'margaret@hale.example', mobile: '+447700900111', phone: '+44 161 496 0100' }])
    table.write([{ email: 'peggy@home.example', phone: '+447700900111' }])
    expect(table.rows()[0]?.data).toMatchObject({ phone: '+44 161 496 0100', mobile: '+447700900111' })
  })

  it('takes the place of another one where it is new', () => {
    const table = plannedTable('auto')
    table.write([PEGGY, { email: 'peggy@new.example', personal_email: 'peggy@home.example' }])
    expect(table.rows()[0]).toMatchObject({ key: 'peggy@new.example', data: { email: 'peggy@new.example' } })
  })

  it('is named in a hint with what it replaced, if both are of one file', () => {
    const lines = [PEGGY, { ...PEGGY, phone: '+44 161 496 0199' }]
    expect(plannedTable('auto').write(lines, { source: FILE }).hints).toContainEqual(
      'A later line of the same person replaced 1 email address or phone: line 3 replaced `+447700900111` in `phone`. ' +
        'It still finds the row. Keep both in one cell (`a ::: b`), or in two columns.',
    )
    const table = plannedTable('auto')
    table.write([PEGGY])
    expect(table.write([{ ...PEGGY, phone: '+44 161 496 0199' }], { source: FILE }).hints).toEqual([])
  })
})
