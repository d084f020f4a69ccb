/** The package has no types. */
declare module 'role-based-email-addresses' {
  const names: readonly string[]
  export default names
}
