import { html } from '../../../html/markup.ts'
import { Features } from '../../../schemas/features.ts'
import { destroyPage } from '../../confirmation.ts'
import { numbered } from '../../elements.ts'
import { TABLES_OFF_PATH, TABLES_PATH, tablesPath } from './paths.ts'

/** Asks for a confirmation before tables are turned off. */
export const tablesOffPage = destroyPage({
  path: TABLES_OFF_PATH,
  section: TABLES_PATH,
  read: ['getFeatures', Features],
  destroy: ['updateFeatures', Features],
  sent: { body: { tables: false } },
  confirms: ({ tables: { usage } }, view) => ({
    title: 'Disable tables?',
    action: 'off',
    submit: 'Disable tables',
    back: tablesPath(view),
    consequences: html`<p>${numbered(usage.tables, 'table')} with ${numbered(usage.rows, 'row')} stay, in live and in the sandbox, and none of it is applied: <strong>sends to suppressed people and repeated first messages go out</strong>, and enrichments are paid again. Nothing of it can be read or changed until tables are on again.</p>`,
  }),
  next: (view) => tablesPath(view),
})
