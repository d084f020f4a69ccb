import names from 'role-based-email-addresses'

/**
 * German, French, Italian, Spanish and Dutch words for an office and its tasks that the package lacks. None is the name
 * of a person: `kita`, `laden`, `winkel` and `devis` are.
 */
const FURTHER =
  'verein verwaltung geschaeftsstelle geschaeftsleitung geschaeftsfuehrung empfang rezeption anmeldung ' +
  'auskunft anfrage anfragen beratung buero büro assistenz direktion leitung praxis arztpraxis ' +
  'zahnarztpraxis apotheke kanzlei notariat steuerkanzlei hausverwaltung immobilien spedition disposition ' +
  'werkstatt gasthof weingut vertrieb einkauf bestellungen buchung reservierung reservierungen termine ' +
  'rechnung rechnungen rechnungswesen mahnwesen faktura personal personalabteilung bewerbung bewerbungen ' +
  'kundenservice kundendienst kundenbetreuung versand redaktion pressestelle werbung datenschutz rathaus ' +
  'gemeinde gemeindeamt stadtverwaltung buergerbuero bauamt pfarramt pfarrbuero kirchengemeinde ' +
  'schulleitung kindergarten feuerwehr ' +
  'accueil secretariat bureau bonjour infos standard mairie cabinet agence boutique atelier etude pharmacie ' +
  'notaire syndic copropriete association urbanisme scolarite vie-scolaire facturation commande commandes ' +
  'service-client ' +
  'segreteria ufficio fatturazione acquisti vendite prenotazioni preventivi informazioni personale ' +
  'risorseumane magazzino spedizioni ufficiostampa negozio associazione comune anagrafe parrocchia ' +
  'secretariado despacho gestoria asesoria clinica tienda taller almacen pedidos citas registro ' +
  'atencioncliente prensa asociacion ayuntamiento ' +
  'kantoor receptie balie onthaal boekhouding facturen facturatie financien inkoop verkoop klantenservice ' +
  'bestellingen personeelszaken redactie magazijn werkplaats praktijk bestuur directie gemeente vereniging ' +
  'penningmeester'

const ROLES: ReadonlySet<string> = new Set([...names, ...FURTHER.split(' ')])

/** Whether an address is of a task and not of one person: `info@`, `office@`, `sales2@`, `kontakt+web@`. */
export function isRoleAddress(address: string): boolean {
  const [local = ''] = address.slice(0, address.lastIndexOf('@')).split('+', 1)
  return ROLES.has(local) || ROLES.has(local.replace(/[-._]?\d+$/, ''))
}
