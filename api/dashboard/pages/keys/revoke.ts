import { html } from '../../../html/markup.ts'
import { ApiKey, ApiKeyList } from '../../../schemas/api-key.ts'
import { confirmationPage } from '../../confirmation.ts'
import { moment } from '../../elements.ts'
import type { MakePage } from '../../page.ts'
import { KEYS_PATH, keyPath, keysPath } from './paths.ts'
import { findKey } from './find-key.ts'

/** Asks for a confirmation before a key is revoked permanently. */
export const revokeKeyPage: MakePage = ({ find }) => {
  const listApiKeys = find('listApiKeys', ApiKeyList)
  const revokeApiKey = find('revokeApiKey', ApiKey)
  return confirmationPage({
    path: `${KEYS_PATH}/{key_id}/revoke`,
    section: KEYS_PATH,
    async confirms(view) {
      const { id, name, display, last_used_at: lastUsed } = await findKey(listApiKeys, view)
      return {
        title: `Revoke ${name}?`,
        action: 'revoke',
        submit: 'Revoke the key',
        back: keyPath(view, id),
        consequences: html`<p><code>${display}</code> is refused from its next request on, on every server. Runs under way continue. This cannot be undone.</p>
<p>${lastUsed === null ? 'It was never used.' : html`It was last used on ${moment(lastUsed)}.`}</p>`,
      }
    },
    async act(view) {
      await revokeApiKey(view, { params: view.params })
      return keysPath(view)
    },
  })
}
