/** `PUBLIC_URL` without a slash at its end; null: it is not set. */
export const readPublicUrl = (env: Readonly<Record<string, string | undefined>>): string | null =>
  env['PUBLIC_URL']?.trim().replace(/\/+$/, '') || null
