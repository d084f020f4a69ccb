import { at, type View } from '../../page.ts'

export const KEYS_PATH = '/keys'

type Here = Pick<View, 'environment'>

export const keysAddress = (view: Here): string => at(view, KEYS_PATH)
export const newKeyAddress = (view: Here): string => at(view, `${KEYS_PATH}/new`)
export const keyAddress = (view: Here, id: string): string => at(view, `${KEYS_PATH}/${id}`)
export const revokeAddress = (view: Here, id: string): string => at(view, `${KEYS_PATH}/${id}/revoke`)
