import { expect, it } from '@jest/globals'
import { timeoutAsInvalidFilter } from '../../../../api/http/rows/query-page.ts'
import { openDatabase } from '../../../../db/database.ts'
import { statement } from '../../../../db/statement.ts'
import { testDatabase } from '../../../support/postgres.ts'

it('a filter that runs into the statement timeout is invalid_request; other database errors are passed on', async () => {
  const database = await testDatabase()
  const db = await openDatabase({ url: database.url, applicationName: 'test', poolMax: 1, statementMsMax: 50 })
  try {
    await expect(
      timeoutAsInvalidFilter(db.query(statement({ name: 'sleep', effect: false, text: 'select pg_sleep(5)' }), {})),
    ).rejects.toMatchObject({ code: 'invalid_request', httpStatus: 400 })
    await expect(
      timeoutAsInvalidFilter(db.query(statement({ name: 'broken', effect: false, text: 'select 1 / 0' }), {})),
    ).rejects.toMatchObject({
      code: '22012',
    })
  } finally {
    await db.close()
    await database.drop()
  }
})
