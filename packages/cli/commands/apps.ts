import { Argument } from 'commander'
import { noun, operation } from '../operation-command.ts'
import { itemsOf, time } from '../output/items.ts'
import { safeLine } from '../output/text.ts'
import { listAt, textAt } from '../output/value.ts'

const list = operation({
  name: 'list',
  summary: 'list connected apps',
  operation: 'GET /v1/connected-apps',
  view: itemsOf([
    { title: 'APP', fixed: true, of: 'id' },
    { title: 'NAME', of: 'name' },
    { title: 'SCOPES', of: (app) => listAt(app, 'scopes').map(String).join(', ') },
    { title: 'CONNECTED', fixed: true, spare: true, of: time('created_at') },
    { title: 'LAST USED', spare: true, of: time('last_used_at') },
  ]),
  examples: ['svc apps', 'svc apps list --json'],
})

const disconnect = operation({
  name: 'disconnect',
  summary: 'disconnect an app: its tokens are refused from the next request on',
  operation: 'DELETE /v1/connected-apps/{app_id}',
  words: [new Argument('<app>', 'app_…')],
  sends: ({ words: [id = ''] }) => ({ params: { app_id: id } }),
  view: (app) => `${safeLine(`${textAt(app, 'name')} (${textAt(app, 'id')})`)} disconnected\n`,
  examples: ['svc apps disconnect app_…'],
})

/** Spec 5.6. */
export const apps = noun(list, disconnect)
