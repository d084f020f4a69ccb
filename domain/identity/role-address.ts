import names from 'role-based-email-addresses'

/** German, French, Italian and Spanish words that the package lacks. */
const FURTHER =
  'buero büro empfang sekretariat verwaltung vertrieb praxis kanzlei rezeption anfrage bewerbung accueil secretariat ' +
  'bureau bonjour infos standard segreteria ufficio reception recepcion secretaria oficina administracion'

const ROLES: ReadonlySet<string> = new Set([...names, ...FURTHER.split(' ')])

/** Whether an address is of a task and not of one person: `info@`, `office@`, `sales2@`, `kontakt+web@`. */
export function isRoleAddress(address: string): boolean {
  const [local = ''] = address.slice(0, address.lastIndexOf('@')).split('+', 1)
  return ROLES.has(local) || ROLES.has(local.replace(/[-._]?\d+$/, ''))
}
