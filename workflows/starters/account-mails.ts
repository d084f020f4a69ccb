import type { sendAccountMail } from '../send-account-mail.ts'
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts'
import { detached, type StarterOptions } from './detached.ts'
import { createStartQueue } from './start-queue.ts'

export interface AccountMailStarter {
  /** Starts the workflow of a mail; one that is under way is left alone. */
  start(mail: { readonly id: string; readonly workspaceId: string }): Promise<void>
}

export function createAccountMailStarter({ client, ...options }: StarterOptions): AccountMailStarter {
  const queue = createStartQueue(client)
  return {
    async start({ id, workspaceId }) {
      const start = detached(options, {
        workflowId: id,
        argument: { mailId: id },
        summary: 'a mail to a person of the workspace',
        attributes: [{ key: SEARCH_ATTRIBUTES.workspaceId, value: workspaceId }],
      })
      await queue.withRetries(() => client.workflow.start<typeof sendAccountMail>('sendAccountMail', start))
    },
  }
}
