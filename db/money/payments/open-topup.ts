import type { Environment } from '../../../domain/runs/states.ts'
import { statement } from '../../statement.ts'

export const INSERT_TOPUP = statement<{
  id: string
  workspaceId: string
  environment: Environment
  amount: string
  simulated: boolean
  checkoutUrl: string | null
}>({
  name: 'insert_topup',
  effect: 'within',
  text: `insert into topup (id, workspace_id, environment, origin, amount, simulated, checkout_url)
    values (:id, :workspaceId, :environment, 'checkout', :amount::bigint, :simulated, :checkoutUrl)`,
})

export const NOTE_CHECKOUT = statement<{ topupId: string; sessionId: string; url: string }>({
  name: 'note_topup_checkout',
  effect: 'within',
  text: `update topup set session_id = :sessionId, checkout_url = :url where id = :topupId`,
})
