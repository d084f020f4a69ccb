import { pageUrl, type View } from '../../page.ts'

export const KEYS_PATH = '/keys'

type Here = Pick<View, 'environment'>

export const keysPath = (view: Here): string => pageUrl(view, KEYS_PATH)
export const newKeyPath = (view: Here): string => pageUrl(view, `${KEYS_PATH}/new`)
export const keyPath = (view: Here, id: string): string => pageUrl(view, `${KEYS_PATH}/${id}`)
export const revokePath = (view: Here, id: string): string => pageUrl(view, `${KEYS_PATH}/${id}/revoke`)
