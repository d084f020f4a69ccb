import { randomUUID } from 'node:crypto'
import type { Environment } from '../../../../domain/runs/states.ts'
import { html, type Part } from '../../../html/markup.ts'
import { installLines } from '../../../clients/install-lines.ts'
import type { ClientPackage } from '../../../clients/packages.ts'
import { ApiKeyCreated } from '../../../schemas/api-key.ts'
import { formOf } from '../../forms.ts'
import { ENVIRONMENT_NAMES } from '../../layout.ts'
import type { MakePage } from '../../page.ts'
import { DOCS_PATH, REFERENCE_PATH } from '../../paths.ts'
import { copyNow, secretShown } from '../../secret.ts'
import { KEYS_PATH, keyPath, keysPath } from './paths.ts'
import { termsFields, termsIn } from './terms-form.ts'

const NAME_LENGTH_MAX = 100

const LEADS: Readonly<Record<Environment, string>> = {
  live: 'Programs with this key spend from the live wallet.',
  test: 'A sandbox key moves no money and sends no messages.',
}

/** The script writes it there. */
const SAMPLES_HAVE_IT = html`<p>In this tab, and until you sign out, the samples of the
<a href="${DOCS_PATH}/quickstart">guides</a> and of the <a href="${REFERENCE_PATH}">API reference</a> have it.</p>`

/** How a program gets a client; nothing where this service has none. */
const installing = (packages: readonly ClientPackage[]): Part =>
  packages.length > 0 &&
  html`<h2>Install a client</h2>
${installLines(packages)}`

/** Creates a key for the current environment; the next page shows the key once. */
export const newKeyPage: MakePage = ({ find, clients }) => {
  const createApiKey = find('createApiKey', ApiKeyCreated)
  return {
    path: `${KEYS_PATH}/new`,
    section: KEYS_PATH,
    async show(view) {
      return {
        title: `New ${ENVIRONMENT_NAMES[view.environment].toLowerCase()} key`,
        main: html`<p class="lead">${LEADS[view.environment]}</p>
${formOf(
  {
    action: 'mint',
    submit: 'Create the key',
    hidden: { once: randomUUID() },
    fields: [
      {
        name: 'name',
        label: 'Name',
        hint: 'For example "Production worker".',
        maxLength: NAME_LENGTH_MAX,
        autocomplete: 'off',
      },
    ],
    further: { label: 'A key for an agent: budget and limits', fields: termsFields(null) },
  },
  view.refused,
)}`,
      }
    },
    async act(view, form) {
      // The same form sent twice, for example by reloading the page with the key, creates one key.
      const { id, api_key: key } = await createApiKey(view, {
        body: {
          name: form.get('name') ?? '',
          environment: view.environment,
          ...termsIn(form),
        },
        headers: { 'Idempotency-Key': form.get('once') ?? '' },
      })
      return {
        title: 'Key created',
        main: html`${copyNow('it')}
${secretShown('api-key', 'API key', key)}
<p>Programs send it as <code>Authorization: Bearer …</code>; keep it out of repositories and browsers.</p>
${view.environment === 'test' && SAMPLES_HAVE_IT}
${installing(clients.list())}
<p class="actions"><a href="${keysPath(view)}" class="button">I have copied it</a>
<a href="${keyPath(view, id)}" class="button plain">To the key</a></p>`,
      }
    },
  }
}
