import { pageUrl, type View } from '../../page.ts'

export const WEBHOOKS_PATH = '/webhooks'
/** Used in paths where endpoints have their ids. */
export const CALLBACKS = 'callbacks'

type Here = Pick<View, 'environment'>

export const webhooksPath = (view: Here): string => pageUrl(view, WEBHOOKS_PATH)
export const newWebhookPath = (view: Here): string => pageUrl(view, `${WEBHOOKS_PATH}/new`)
export const webhookPath = (
  view: Here,
  id: string,
  step: '' | '/rotate' | '/disable' | '/delete' | '/recover' = '',
): string => pageUrl(view, `${WEBHOOKS_PATH}/${id}${step}`)
export const deliveryPath = (view: Here, id: string, deliveryId: string): string =>
  pageUrl(view, `${WEBHOOKS_PATH}/${id}/deliveries/${deliveryId}`)
