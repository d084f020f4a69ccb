/** How an account's address is kept and looked for: letter case does not tell people apart. */
export const accountEmail = (email: string): string => email.toLowerCase()
