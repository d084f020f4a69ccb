/** The version of the client that is packed (`api/clients/package.json`, which a test holds equal). */
export const VERSION = '0.1.0'

export const USER_AGENT = `svc/${VERSION}`
