/** Names of members, headers and parameters with secret values, in lower case and reduced to letters and digits. */
const ALWAYS: ReadonlySet<string> = new Set([
  'pass',
  'password',
  'passwords',
  'passwd',
  'passphrase',
  'pwd',
  'passcode',
  'secret',
  'secrets',
  'apikey',
  'apikeys',
  'apisecret',
  'authorization',
  'proxyauthorization',
  'cookie',
  'cookies',
  'setcookie',
  'privatekey',
  'secretkey',
  'secretaccesskey',
  'accesskey',
  'accesskeyid',
  'signingkey',
  'encryptionkey',
  'sharedkey',
  'authkey',
  'licensekey',
  'masterkey',
  'sshkey',
  'accountkey',
  'credential',
  'credentials',
  'otp',
  'totp',
  'mfacode',
  'cvv',
  'cvc',
  'cvv2',
  'cardnumber',
  'pan',
  'jwt',
  'bearer',
  'sessionid',
  'xsrf',
  'csrf',
  'sig',
  'xamzsignature',
  'xamzcredential',
])
/** Endings of longer names: `client_secret`, `stripe-api-key`, `db_password`. */
const ENDINGS: readonly string[] = [
  'password',
  'passwd',
  'passphrase',
  'secret',
  'apikey',
  'apisecret',
  'privatekey',
  'secretkey',
  'accesskey',
  'signingkey',
  'encryptionkey',
  'authkey',
  'credentials',
  'cardnumber',
  'authorization',
]
/** `token`, and names that end with it, except for places in lists and counts. */
const NO_SECRET_TOKENS =
  /(?:page|next|sync|continuation|cursor|previous|prev|max|min|input|output|total|prompt|completion)tokens?$/

/**
 * Whether a value with this name is a secret, in any spelling of the name: `client_secret`, `X-Api-Key`,
 * `refreshToken`.
 */
export function isSecretName(name: string): boolean {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
  if (ALWAYS.has(plain) || ENDINGS.some((ending) => plain.endsWith(ending))) return true
  return plain.endsWith('token') && !NO_SECRET_TOKENS.test(plain)
}

/** Names so common that prose also uses them before a colon: "invalid token: expected a string". */
export const isCommonWord = (name: string): boolean =>
  /^(?:pass|sig|token|cookies?|credentials?|secrets?|bearer|authorization|pan|otp)$/i.test(name)
