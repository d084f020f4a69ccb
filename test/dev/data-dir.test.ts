import { resolve } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { dataDirOf } from '../../dev/local/data-dir.ts'

describe('the folder of a local service', () => {
  it.each([
    ['unset', undefined, '.data'],
    ['empty', '', '.data'],
    ['blank', '  ', '.data'],
    ['a folder', 'elsewhere', 'elsewhere'],
  ])('with DATA_DIR %s', (_, dataDir, folder) => {
    expect(dataDirOf(dataDir === undefined ? {} : { DATA_DIR: dataDir })).toBe(resolve(folder))
  })
})
