import { html } from '../../../html/markup.ts'
import { ConnectedApp, ConnectedAppList } from '../../../schemas/connected-app.ts'
import { formOf } from '../../forms.ts'
import { pageUrl, type MakePage } from '../../page.ts'
import { budgetFields, budgetShown, changedBudgetIn } from '../keys/terms-form.ts'
import { findApp } from './disconnect-app.ts'
import { SETTINGS_PATH } from './paths.ts'

/** What a connected app may spend. */
export const appBudgetPage: MakePage = ({ find }) => {
  const listConnectedApps = find('listConnectedApps', ConnectedAppList)
  const updateApp = find('updateApp', ConnectedApp)
  return {
    path: `${SETTINGS_PATH}/apps/{app_id}/budget`,
    section: SETTINGS_PATH,
    async show(view) {
      const app = findApp(await listConnectedApps(view), view)
      return {
        title: `Budget of ${app.name}`,
        main: html`<p class="lead">Now: ${budgetShown(app.budget)}.</p>
${formOf({ action: 'budget', submit: 'Save', changes: true, fields: budgetFields(app.budget) }, view.refused)}`,
      }
    },
    async act(view, form) {
      const budget = changedBudgetIn(form)
      if (budget !== undefined) await updateApp(view, { params: view.params, body: { budget } })
      return pageUrl(view, SETTINGS_PATH)
    },
  }
}
