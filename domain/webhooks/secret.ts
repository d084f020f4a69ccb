/** What stands for the provider's name where a webhook's secret is sealed (see CredentialOwner); its id is the secret's own. */
export const WEBHOOK_SECRET_PROVIDER = 'webhook'
