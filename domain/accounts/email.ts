/** The stored and searched form of an account's address: letter case does not distinguish people. */
export const accountEmail = (email: string): string => email.toLowerCase()
