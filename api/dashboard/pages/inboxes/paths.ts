import { pageUrl, type View } from '../../page.ts'

export const INBOXES_PATH = '/inboxes'
export const DOMAINS_PATH = `${INBOXES_PATH}/domains`

export const domainPath = (view: Pick<View, 'environment'>, domain: string): string =>
  pageUrl(view, `${DOMAINS_PATH}/${encodeURIComponent(domain)}`)
export const deleteDomainPath = (view: Pick<View, 'environment'>, domain: string): string =>
  `${domainPath(view, domain)}/delete`
