import { describe, expect, it } from '@jest/globals'
import { isRoleAddress } from '../../../domain/identity/role-address.ts'

describe('the mailbox of an office', () => {
  it.each([
    'info sales2 kontakt+web verein vorstand praxis kanzlei buero büro sekretariat empfang rezeption buchhaltung',
    'geschaeftsstelle hausverwaltung pfarramt gemeinde schulleitung rechnung bewerbungen kundendienst',
    'mairie accueil secretariat cabinet facturation commandes agence scolarite',
    'ufficio segreteria fatturazione prenotazioni acquisti parrocchia comune',
    'oficina recepcion pedidos citas ayuntamiento despacho facturacion',
    'kantoor receptie boekhouding klantenservice bestuur gemeente praktijk facturen',
  ])('has one of the words %s', (words) => {
    expect(words.split(' ').filter((word) => !isRoleAddress(`${word}@example.com`))).toEqual([])
  })

  it('has no word that is the name of a person too', () => {
    const names = 'eva udo devis kita laden winkel lager schule anna.verein praxisa max.kasse marie notar mayer'
    expect(names.split(' ').filter((name) => isRoleAddress(`${name}@example.com`))).toEqual([])
  })
})
