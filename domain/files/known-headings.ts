import { plainHeading } from './heading.ts'

/**
 * How exports name a field, in seven languages: address books (Google, Outlook, Apple), CRMs (HubSpot, Salesforce,
 * Pipedrive) and sales tools (Apollo, Sales Navigator). Compared without case, accents, blanks and marks.
 */
const HEADINGS = {
  email: `email; e-mail; mail; email address; e-mail address; work email; business email; primary email; email 1;
    e-mail 1 - value; email 1 value; email - work; email work; person email; person - email; person - email - work;
    contact email; email (work); e-mail-adresse; emailadresse; mailadresse; e-mail geschäftlich; geschäftliche e-mail;
    dienstliche e-mail; adresse e-mail; adresse électronique; courriel; adresse de messagerie; adresse mail; e-mail
    professionnel; email professionnel; mail professionnel; correo; correo electrónico; email del trabajo; correo
    electrónico del trabajo; dirección de correo electrónico; dirección de correo; indirizzo email; indirizzo e-mail;
    posta elettronica; indirizzo di posta elettronica; e-mail lavoro; email aziendale; endereço de e-mail; endereço de
    email; correio eletrónico; correio eletrônico; e-mail profissional; e-mailadres; emailadres; zakelijk e-mailadres;
    zakelijke e-mail; professional email; verified email; your email; your email address; what's your email address;
    what is your email address; e-mail 1 - wert; e-mail 1 - valeur`,
  personal_email: `personal email; home email; private email; email (personal); e-mail privat; private e-mail; e-mail
    personnel; email personnel; email personal; correo personal; email personale; e-mail pessoal; privé e-mail;
    email (home); email - home; email home; person - email - home; person - email - other; e-mail 2 - value; email 2
    value; e-mail 2 address; e-mail 2: adresse; e-mail 2; email 2; secondary email; secondary email address; alternate
    email; alternative email; other email; additional email; additional email addresses; email (icloud); e-mail
    (privat); weitere e-mail; zweite e-mail; adresse de messagerie 2; e-mail secondaire; correo secundario; correo
    alternativo; email secondaria; e-mail 2 - wert; e-mail 2 - valeur`,
  first_name: `first name; firstname; given name; forename; contact first name; person - first name; vorname; rufname;
    prénom; nombre; nombre de pila; primer nombre; nome proprio; nome próprio; primeiro nome; voornaam; first;
    your first name; what's your first name; what is your first name`,
  last_name: `last name; lastname; surname; family name; contact last name; person - last name; nachname; familienname;
    zuname; nom de famille; apellido; apellidos; cognome; sobrenome; apelido; último nome; achternaam; familienaam;
    last; your last name; and your last name; what's your last name; what is your last name`,
  full_name: `name; full name; contact name; person name; person - name; contact; display name; profile name;
    vollständiger name; ansprechpartner; ansprechperson; kontakt; kontaktname; vor- und nachname; name vorname; nom;
    nom complet; nom et prénom; prénom et nom; interlocuteur; nombre completo; nombre y apellidos; contacto; nome e
    cognome; nome completo; nominativo; nome; referente; contato; volledige naam; naam; contactpersoon; contact full
    name; lead name; your name; what's your name; what is your name; attendee; attendee name; participant; participant
    name; guest name; visitor name; delegate; delegate name; registrant; member name; employee name; speaker name;
    badge name; name on badge; first and last name; last name, first name; teilnehmer; teilnehmerin; teilnehmer/in;
    teilnehmername; name des teilnehmers; gastname; mitgliedsname; besucher; kontaktperson; vorname nachname; nachname
    vorname; vor-/nachname; nom du participant; nom prénom; prénom nom; asistente; participante; partecipante;
    deelnemer; naam deelnemer`,
  title: `title; job title; position; role; headline; job position; person - job title; organization 1 - title;
    organization title; current title; current position; berufsbezeichnung; jobtitel; stellenbezeichnung; funktion;
    berufliche funktion; poste; fonction; intitulé du poste; titre du poste; titre; puesto; cargo; puesto de trabajo;
    cargo actual; posizione; qualifica; ruolo; mansione; titolo professionale; função; cargo atual; functie;
    functietitel; functieomschrijving; your role; what's your role; position der organisation;
    organisation 1 - position`,
  company: `company; company name; organization; organisation; organization name; organisation name; account; account
    name; employer; business; business name; current company; company name for emails; company / account; organization
    1 - name; person - organization; associated company; primary company; firma; firmenname; firmenbezeichnung;
    unternehmen; unternehmensname; betrieb; arbeitgeber; entreprise; nom de l'entreprise; nom de la société; société;
    raison sociale; employeur; empresa; nombre de la empresa; compañía; organización; razón social; azienda; nome
    azienda; società; ragione sociale; ditta; nome da empresa; companhia; organização; bedrijf; bedrijfsnaam;
    organisatie; onderneming; werkgever; your company; which company do you work for;
    name der organisation; organisation 1 - name; nom de l'organisation`,
  phone: `phone; phone number; telephone; telephone number; tel; tel.; work phone; business phone; office phone;
    company phone; corporate phone; direct phone; work direct phone; phone 1 - value; phone 1 value; phone - work;
    primary phone; other phone; person - phone; telefon; telefonnummer; rufnummer; tel.-nr.; telefon geschäftlich;
    festnetz; durchwahl; téléphone; numéro de téléphone; tél; tél.; téléphone professionnel; téléphone fixe; teléfono;
    número de teléfono; teléfono del trabajo; teléfono fijo; telefono; numero di telefono; telefono ufficio; telefone;
    número de telefone; telefone comercial; telefoon; telefoonnummer; zakelijke telefoon; person - phone - work; phone
    (work); téléphone (bureau); tél. (bureau); your phone number; what's your phone number; home phone; phone (home);
    person - phone - home; phone - home; telefon (privat); telefon privat; téléphone (domicile); telefon 1 - wert;
    téléphone 1 - valeur`,
  mobile: `mobile; mobile phone; mobile number; mobile phone number; cell; cell phone; cellphone; cell number; phone -
    mobile; phone (mobile); handy; handynummer; mobil; mobiltelefon; mobilnummer; mobilfunknummer;
    mobiltelefonnummer; mobilfunk; mobilrufnummer; handy-nr.; mobil-nr.; telefon (mobil); portable; téléphone
    portable; téléphone mobile; numéro de portable; móvil; teléfono móvil; celular; teléfono celular; número de móvil;
    cellulare; telefono cellulare; numero di cellulare; telemóvel; número de celular; mobiel; mobiele telefoon; mobiel
    nummer; gsm; person - phone - mobile; numéro de téléphone mobile; téléphone (mobile); phone (cell);
    phone (iphone); tél. mobile; tél. portable; telefon mobil;
    mobile no.; cell phone number`,
  linkedin_url: `linkedin; linkedin url; linkedin profile; linkedin profile url; person linkedin url; linkedin link;
    linkedin member profile url; linkedin bio; profile url; linkedin-profil; linkedin-url; profil linkedin; url
    linkedin; lien linkedin; perfil de linkedin; perfil linkedin; url de linkedin; profilo linkedin; linkedin-profiel;
    linkedin person url; contact linkedin url; li url; default profile url; public profile url; sales navigator url;
    sales navigator profile url`,
  company_linkedin_url: `company linkedin url; company linkedin; company linkedin profile; linkedin company url;
    linkedin company page; linkedin company profile; organization linkedin url; company url linkedin; company url;
    regular company url; linkedin-unternehmensseite; page linkedin de l'entreprise; página de empresa de linkedin`,
  website: `website; web site; web page; webpage; homepage; company website; website url; company website url; url;
    company website full; website 1 - value; website 1 value; website 1 - wert;
    business website; organization website; account website;
    site; web; webseite; internetseite; internetadresse; internet; site web; site internet; site web de l'entreprise;
    page web; sitio web; página web; web de la empresa; sito; sito web; sito internet; pagina web; sítio; site da
    empresa; página da web; bedrijfswebsite; webpagina`,
  domain: `domain; company domain; company domain name; domain name; email domain; website domain; firmendomain;
    domäne; domaine; nom de domaine; dominio; dominio de la empresa; dominio aziendale; domínio; domínio da empresa;
    domein; domeinnaam`,
  instagram: `instagram; instagram handle; instagram username; instagram profile; instagram url; instagram
    link; ig`,
  x: `x; x handle; x profile; x url; twitter; twitter handle; twitter username; twitter profile; twitter url; x/twitter;
    x (twitter); twitter/x`,
  tiktok: `tiktok; tik tok; tiktok handle; tiktok username; tiktok profile; tiktok url; tiktok link`,
  youtube: `youtube; youtube channel; youtube handle; youtube url; youtube link; youtube channel url`,
  whatsapp: `whatsapp; whatsapp number; whatsapp phone; whatsapp phone number; whatsapp-nummer; numéro whatsapp; número
    de whatsapp; numero whatsapp; whatsappnummer`,
  city: `city; town; business city; mailing city; contact city; stadt; ort; wohnort; ville; commune; ciudad; localidad;
    città; comune; località; cidade; localidade; stad; plaats; woonplaats; work city; address 1 - city;
    ort geschäftlich; ville (bureau); adresse 1 - stadt; adresse 1 - ville`,
  country: `country; country/region; business country/region; mailing country; land; staat; pays; país; paese; nazione;
    address 1 - country; contact country; land/region; land/region geschäftlich; pays/région; pays/région (bureau);
    adresse 1 - land; adresse 1 - pays`,
} as const

export type KnownField = keyof typeof HEADINGS
export const KNOWN_FIELDS = [
  'email',
  'personal_email',
  'first_name',
  'last_name',
  'full_name',
  'title',
  'company',
  'phone',
  'mobile',
  'linkedin_url',
  'company_linkedin_url',
  'website',
  'domain',
  'instagram',
  'x',
  'tiktok',
  'youtube',
  'whatsapp',
  'city',
  'country',
] as const satisfies readonly KnownField[]

const FIELD_OF: ReadonlyMap<string, KnownField> = new Map(
  KNOWN_FIELDS.flatMap((field) =>
    [field, ...HEADINGS[field].split(';')].map((heading) => [plainHeading(heading), field] as const),
  ),
)

/** The field that a heading of a common export means; null: unknown. */
export const fieldOfHeading = (heading: string): KnownField | null => FIELD_OF.get(plainHeading(heading)) ?? null
