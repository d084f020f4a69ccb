import { areTablesOn } from '../../../db/tables/features.ts'
import type { Queries } from '../../../db/database.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import { Problem } from '../../errors/problem.ts'

/**
 * Every route of tables, suppressions and the outbound guard answers `forbidden` until tables are on (Spec 4.7), and so
 * does a body that names a table `at` a member.
 */
export const requireTables =
  (queries: Queries, at?: string) =>
  async ({ workspaceId }: Principal): Promise<void> => {
    if (await areTablesOn(queries, workspaceId)) return
    const use = at === undefined ? '' : `, so \`${at.slice(1)}\` cannot be used`
    throw new Problem(
      'forbidden',
      `Tables are off for this workspace${use}. Turn them on with \`POST /v1/features\` and \`{"tables": true}\`.`,
      at === undefined ? {} : { param: at },
    )
  }
