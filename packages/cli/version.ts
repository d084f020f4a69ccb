/** The version of the package (`package.json`; a test keeps them equal). */
export const VERSION = '0.1.0'

export const USER_AGENT = `svc/${VERSION}`
