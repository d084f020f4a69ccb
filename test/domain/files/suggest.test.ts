import { describe, expect, it } from '@jest/globals'
import { fieldNameOf, suggestFields } from '../../../domain/files/suggest.ts'
import { SPELLINGS } from '../identity/wild/lines.ts'

const fieldsOf = (...columns: readonly (readonly [heading: string, ...values: string[]])[]) =>
  suggestFields(columns.map(([heading, ...values]) => ({ heading, values }))).map((one) => one?.field ?? null)

describe('the field of a heading', () => {
  it.each([
    ['Vorname', 'first_name'],
    ['Nachname', 'last_name'],
    ['Firma', 'company'],
    ['Webseite', 'website'],
    ['Website', 'website'],
    ['LinkedIn Profile URL', 'linkedin_url'],
    ['E-mail 1 - Value', 'email'],
    ['E-Mail-Adresse', 'email'],
    ['Mobile Phone', 'phone'],
    ['Téléphone portable', 'phone'],
    ['Correo electrónico', 'email'],
    ['Indirizzo e-mail', 'email'],
    ['Endereço de e-mail', 'email'],
    ['E-mailadres', 'email'],
    ['Person - Organization', 'company'],
    ['Nom de l’entreprise', 'company'],
    ['EMAIL_ADDRESS', 'email'],
    ['\u200bEmail\u00a0address ', 'email'],
    ['Mobiltelefonnummer', 'phone'],
    ['Teilnehmer', 'full_name'],
    ['Attendee Name', 'full_name'],
    ['Nachname, Vorname', 'full_name'],
    ['Name der Organisation', 'company'],
    ['Position der Organisation', 'title'],
    ['E-Mail 1 – Wert', 'email'],
    ['E-Mail 2 – Wert', 'personal_email'],
    ['Telefon 1 – Wert', 'phone'],
    ['Adresse 1 – Land', 'country'],
    ['Imię', 'first_name'],
    ['Nazwisko', 'last_name'],
    ['Stanowisko', 'title'],
    ['Adres e-mail', 'email'],
    ['Telefon komórkowy', 'phone'],
    ['Фамилия', 'last_name'],
    ['ФИО', 'full_name'],
    ['Электронная почта', 'email'],
    ['Должность', 'title'],
    ['Efternamn', 'last_name'],
    ['E-postadress', 'email'],
    ['Soyadı', 'last_name'],
    ['Příjmení', 'last_name'],
    ['姓名', 'full_name'],
    ['公司', 'company'],
    ['メールアドレス', 'email'],
    ['رقم الهاتف', 'phone'],
    ['Primer apellido', 'last_name'],
    ['Linkedin URL Public', 'linkedin_url'],
    ['Direct Phone Number', 'phone'],
    ['Phone 2', 'phone'],
    ['Téléphone 2 (bureau)', 'phone'],
    ['Telefon geschäftlich 2', 'phone'],
    ['E-mail 3 - Value', 'personal_email'],
    ['Telefone 1 – Valor', 'phone'],
    ['Correo electrónico 1 - Valor', 'email'],
    ['E-mail 2 - Waarde', 'personal_email'],
    ['Telefon 1 – Wartość', 'phone'],
    ['Телефон 1 – Значение', 'phone'],
    ['Nome da organização', 'company'],
    ['Name 2', null],
    ['Ad', null],
    ['Lead Status', null],
    ['Anrede', null],
    ['constructor', null],
  ])('%j is %s', (heading, field) => {
    expect(fieldsOf([heading])).toEqual([field])
  })

  it("is none for an address that lines share next to one of their own: it is the owner's, or an office's", () => {
    const own = ['ann@a.example', 'bob@a.example', 'cat@a.example']
    const owners = ['kim@us.example', 'kim@us.example', 'Kim@us.example']
    expect(fieldsOf(['Email', ...own], ['Email (2)', ...owners])).toEqual(['email', null])
    expect(fieldsOf(['Email', ...owners], ['Email (2)', ...own])).toEqual([null, 'personal_email'])
    expect(fieldsOf(['Email', ...own], ['Secondary Email', 'a@a.example', 'b@a.example'])).toEqual([
      'email',
      'personal_email',
    ])
    expect(fieldsOf(['Email', ...owners])).toEqual(['email'])
  })

  it('has cells with several addresses or numbers, as address books and HubSpot write them', () => {
    expect(
      fieldsOf(
        ['Email', 'lars@a.example'],
        ['Additional email addresses', 'lars.holm@a.example;l.holm@old.example'],
        ['Phone 1 - Value', '+47 22 33 44 55 ::: +47 22 33 44 56'],
      ),
    ).toEqual(['email', 'personal_email', 'phone'])
  })

  it('depends on its neighbours where a word means two things', () => {
    expect(fieldsOf(['Name'], ['E-Mail'])).toEqual(['full_name', 'email'])
    expect(fieldsOf(['Name'], ['Vorname'])).toEqual(['last_name', 'first_name'])
    expect(fieldsOf(['Nom'], ['Prénom'])).toEqual(['last_name', 'first_name'])
    expect(fieldsOf(['Nome'], ['Cognome'])).toEqual(['first_name', 'last_name'])
    expect(fieldsOf(['Nombre'], ['Empresa'])).toEqual(['full_name', 'company'])
    expect(fieldsOf(['Имя'], ['Фамилия'])).toEqual(['first_name', 'last_name'])
    expect(fieldsOf(['Имя'], ['Телефон'])).toEqual(['full_name', 'phone'])
    expect(fieldsOf(['Ad'], ['Soyad'])).toEqual(['first_name', 'last_name'])
    expect(fieldsOf(['Nume'], ['Prenume'])).toEqual(['last_name', 'first_name'])
    expect(fieldsOf(['Mobile'], ['Phone'])).toEqual(['mobile', 'phone'])
  })

  it.each<[string, string[]]>([
    ['website', ['https://example.com', 'http://www.example.org/team', 'example.net']],
    ['linkedin_url', ['https://www.linkedin.com/in/ada-example', 'https://www.linkedin.com/in/kim-example']],
    ['company_linkedin_url', ['https://www.linkedin.com/company/acme', 'https://www.linkedin.com/company/umbrella']],
    ['website', []],
  ])('is %s for the web sites of an address book where its values state so', (field, values) => {
    expect(fieldsOf(['E-mail 1 - Value', 'ada@example.com'], ['Website 1 - Value', ...values])).toEqual([
      'email',
      field,
    ])
  })

  it("is none for handles that lines share next to addresses of their own: those are the company's", () => {
    const handles = [
      'Twitter Url',
      'https://twitter.com/acme',
      'https://x.com/acme',
      'https://twitter.com/beta',
    ] as const
    const emails = ['Email', 'ada@example.com', 'kim@example.com', 'robin@example.com'] as const
    expect(fieldsOf(emails, handles)).toEqual(['email', null])
    expect(fieldsOf(['Followers', '10', '20', '30'], handles)).toEqual([null, 'x'])
    expect(fieldsOf(emails, ['Twitter Url', '@ada', '@kim', '@robin'])).toEqual(['email', 'x'])
  })

  it('is none for addresses of pictures', () => {
    expect(fieldsOf(['picture', 'https://example.com/ada.png', 'https://example.com/kim.jpg?s=1'])).toEqual([null])
  })

  it('is given once, to the first column whose heading states it', () => {
    expect(fieldsOf(['Email'], ['Work Email'])).toEqual(['email', null])
    expect(fieldsOf(['Contact', 'ada@example.com'], ['Email', 'kim@example.com'])).toEqual([null, 'email'])
  })
})

describe('the column that has a field', () => {
  it('is one with values before an empty one', () => {
    expect(fieldsOf(['Ort'], ['Ort geschäftlich', 'Berlin'])).toEqual([null, 'city'])
    expect(fieldsOf(['Email'], ['Alternate', 'ada@example.com'])).toEqual([null, 'email'])
  })

  it.each<[string, string[], string, string]>([
    ['Title', ['Mr.', 'Ms.'], 'Job Title', 'CFO'],
    ['Titre', ['M.', 'Mme'], 'Titre du poste', 'DAF'],
    ['Title', ['CFO', 'CTO'], 'Job Title', 'CFO'],
    ['Title', [], 'Job Title', 'CFO'],
  ])('of a title is that of the job, not %s with %j', (vague, values, heading, title) => {
    expect(fieldsOf([vague, ...values], [heading, title])).toEqual([null, 'title'])
  })

  it('of a profile is that of the public one, and not of the id of a member', () => {
    const id = 'https://www.linkedin.com/in/ACwAAAExample000AbCdEf/'
    const name = 'https://www.linkedin.com/in/ada-example'
    expect(fieldsOf(['LinkedIn Profile URL', id], ['Default Profile URL', name])).toEqual([
      'profile_url',
      'linkedin_url',
    ])
    expect(fieldsOf(['LinkedIn Profile URL', id])).toEqual(['linkedin_url'])
  })

  it('of a second profile of the person has another field that is read too, and only one', () => {
    const id = 'https://www.linkedin.com/in/ACwAAAExample000AbCdEf/'
    const name = 'https://www.linkedin.com/in/ada-example'
    expect(fieldsOf(['linkedInProfileUrl', id, id], ['defaultProfileUrl', name], ['LinkedIn', name])).toEqual([
      'profile_url',
      'linkedin_url',
      null,
    ])
    expect(fieldsOf(['defaultProfileUrl'], ['linkedInProfileUrl', id])).toEqual([null, 'linkedin_url'])
    expect(fieldsOf(['LinkedIn', name], ['Profile URL'])).toEqual(['linkedin_url', null])
  })

  it('of a profile that only looks like one is not a second one: it may be that of a colleague', () => {
    const [name, other] = ['https://www.linkedin.com/in/ada-example', 'https://www.linkedin.com/in/kim-example']
    expect(fieldsOf(['LinkedIn', name], ['Account manager', other])).toEqual(['linkedin_url', null])
    expect(fieldsOf(['LinkedIn', name], ['profile_url', name], ['LinkedIn URL', name])).toEqual([
      'linkedin_url',
      'profile_url',
      null,
    ])
  })

  it('of a title is none where people are only addressed', () => {
    expect(fieldsOf(['Title', 'Mr.', 'Frau Dr.', 'Mme'])).toEqual([null])
    expect(fieldsOf(['Title', 'CFO', 'Dr.', 'CTO'])).toEqual(['title'])
  })

  it.each([
    ['Email (WORK)', 'Email (HOME)', 'email', 'personal_email'],
    ['E-mail 1 - Value', 'E-mail 2 - Value', 'email', 'personal_email'],
    ['E-mail Address', 'E-mail 2 Address', 'email', 'personal_email'],
    ['E-Mail-Adresse', 'E-Mail 2: Adresse', 'email', 'personal_email'],
    ['Adresse de messagerie', 'Adresse de messagerie 2', 'email', 'personal_email'],
    ['Person - Email - Work', 'Person - Email - Home', 'email', 'personal_email'],
    ['Email', 'Secondary Email', 'email', 'personal_email'],
    ['Person - Phone - Work', 'Person - Phone - Mobile', 'phone', 'mobile'],
    ['Phone (WORK)', 'Phone (CELL)', 'phone', 'mobile'],
    ['Téléphone (bureau)', 'Tél. mobile', 'phone', 'mobile'],
  ])('%j and %j are two', (one, other, field, otherField) => {
    expect(fieldsOf([one], [other])).toEqual([field, otherField])
  })
})

it('a heading is believed for its identities, however they are spelled', () => {
  const headings = { email: 'E-Mail-Adresse', phone: 'Phone', linkedin: 'LinkedIn Profile URL' } as const
  const fields = { email: 'email', phone: 'phone', linkedin: 'linkedin_url' } as const
  const wrong = SPELLINGS.filter(({ right }) => right !== 'refused').filter(({ kind, platform, text, right }) => {
    if (kind === 'handle')
      return ['instagram', 'x', 'tiktok'].includes(platform) && fieldsOf([platform, text])[0] !== platform
    const isPerson = kind === 'email' || kind === 'phone' || (kind === 'linkedin' && right.startsWith('in/'))
    return isPerson && fieldsOf([headings[kind], text])[0] !== fields[kind]
  })
  expect(wrong.map(({ line }) => line)).toEqual([])
})

describe('the field of values', () => {
  it.each<[string, string[], string | null]>([
    ['URL', ['https://www.linkedin.com/in/ada'], 'linkedin_url'],
    ['URL', ['https://www.linkedin.com/company/example'], 'company_linkedin_url'],
    ['URL', ['https://www.example.com/a'], 'website'],
    ['a', ['ada@example.com', 'n/a', 'kim@example.org'], 'email'],
    ['a', ['example.com', 'example.org'], 'domain'],
    ['a', ['+49 170 1234567', '0049 30 901820'], 'phone'],
    ['a', ['1234567', '7654321'], null],
    ['Note', ['Met with https://www.linkedin.com/in/ada', 'Boss of https://www.linkedin.com/in/kim'], null],
    ['Note', ['Owner of https://www.linkedin.com/company/example'], null],
    ['Email', ['yes', 'no'], null],
    ['Phone', ['ask Kim', '+49 30 901820', 'n/a'], 'phone'],
    ['Kontakt', ['ada@example.com'], 'email'],
    ['Profile URL', ['https://www.linkedin.com/sales/lead/A,B,c'], null],
  ])('%s with %j is %s', (heading, values, field) => {
    expect(fieldsOf([heading, ...values])).toEqual([field])
  })
})

it('a heading that is unknown is a field by its letters and digits', () => {
  expect(['Score (2026)', ' Größe in m² ', '!!'].map(fieldNameOf)).toEqual(['score_2026', 'größe_in_m²', ''])
})
