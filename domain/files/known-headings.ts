import { plainHeading } from './heading.ts'

/**
 * How exports name a field, in some twenty languages: address books (Google, Outlook, Apple), CRMs (HubSpot,
 * Salesforce, Pipedrive) and sales tools (Apollo, Sales Navigator). Compared without case, accents, blanks and marks.
 */
const HEADINGS = {
  email: `email; e-mail; mail; email address; e-mail address; work email; business email; primary email; email 1;
    e-mail 1 - value; email 1 value; email - work; email work; person email; person - email; person - email - work;
    contact email; email (work); e-mail-adresse; emailadresse; mailadresse; e-mail geschäftlich; geschäftliche
    e-mail; dienstliche e-mail; adresse e-mail; adresse électronique; courriel; adresse de messagerie; adresse mail;
    e-mail professionnel; email professionnel; mail professionnel; correo; correo electrónico; email del trabajo;
    correo electrónico del trabajo; dirección de correo electrónico; dirección de correo; indirizzo email; indirizzo
    e-mail; posta elettronica; indirizzo di posta elettronica; e-mail lavoro; email aziendale; endereço de e-mail;
    endereço de email; correio eletrónico; correio eletrônico; e-mail profissional; e-mailadres; emailadres;
    zakelijk e-mailadres; zakelijke e-mail; professional email; verified email; your email; your email address;
    what's your email address; what is your email address; e-mail 1 - wert; e-mail 1 - valeur; e-post; e-postadress;
    e-postadresse; sähköposti; sähköpostiosoite; adres e-mail; adres poczty elektronicznej; poczta elektroniczna;
    e-mailová adresa; e-mail služobný; e-posta; e-posta adresi; e-mail cím; e-mail címe; adresă de e-mail; adresa
    e-mail; электронная почта; эл. почта; почта; адрес электронной почты; емейл; имейл; электронный адрес;
    електронна пошта; адреса електронної пошти; ηλεκτρονικό ταχυδρομείο; διεύθυνση email; 邮箱; 电子邮箱; 电子邮件; 邮箱地址;
    邮件地址; 電子郵件; 電子信箱; 電郵; メール; メールアドレス; eメール; 이메일; 이메일 주소; 메일; البريد الإلكتروني; بريد إلكتروني; الإيميل; אימייל;
    דוא"ל; דואר אלקטרוני`,
  personal_email: `personal email; home email; private email; email (personal); e-mail privat; private e-mail; e-mail
    personnel; email personnel; email personal; correo personal; email personale; e-mail pessoal; privé e-mail;
    email (home); email - home; email home; person - email - home; person - email - other; e-mail 2 - value; email 2
    value; e-mail 2 address; e-mail 2: adresse; e-mail 2; email 2; secondary email; secondary email address;
    alternate email; alternative email; other email; additional email; additional email addresses; email (icloud);
    e-mail (privat); weitere e-mail; zweite e-mail; adresse de messagerie 2; e-mail secondaire; correo secundario;
    correo alternativo; email secondaria; e-mail 2 - wert; e-mail 2 - valeur; direct email; supplemental email;
    tertiary email; email (other); weitere e-mail-adresse; prywatny e-mail; e-mail prywatny; личная почта; privat
    e-post; privat e-mail`,
  first_name: `first name; firstname; given name; forename; contact first name; person - first name; vorname; rufname;
    prénom; nombre; nombre de pila; primer nombre; nome proprio; nome próprio; primeiro nome; voornaam; first; your
    first name; what's your first name; what is your first name; förnamn; fornavn; etunimi; imię; jméno; křestní
    jméno; meno; krstné meno; keresztnév; utónév; prenume; adı; имя; ім'я; име; όνομα; 名; 이름; الاسم الأول; שם פרטי`,
  last_name: `last name; lastname; surname; family name; contact last name; person - last name; nachname;
    familienname; zuname; nom de famille; apellido; apellidos; cognome; sobrenome; apelido; último nome; achternaam;
    familienaam; last; your last name; and your last name; what's your last name; what is your last name; primer
    apellido; apellido paterno; efternamn; efternavn; etternavn; sukunimi; nazwisko; příjmení; priezvisko;
    vezetéknév; családnév; nume de familie; soyad; soyadı; soyisim; фамилия; прізвище; фамилно име; επώνυμο;
    επίθετο; 姓; 姓氏; 苗字; 名字 (姓); 성; اسم العائلة; الاسم الأخير; اللقب; שם משפחה`,
  full_name: `name; full name; contact name; person name; person - name; contact; display name; profile name;
    vollständiger name; ansprechpartner; ansprechperson; kontakt; kontaktname; vor- und nachname; name vorname; nom;
    nom complet; nom et prénom; prénom et nom; interlocuteur; nombre completo; nombre y apellidos; contacto; nome e
    cognome; nome completo; nominativo; nome; referente; contato; volledige naam; naam; contactpersoon; contact full
    name; lead name; your name; what's your name; what is your name; attendee; attendee name; participant;
    participant name; guest name; visitor name; delegate; delegate name; registrant; member name; employee name;
    speaker name; badge name; name on badge; first and last name; last name, first name; teilnehmer; teilnehmerin;
    teilnehmer/in; teilnehmername; name des teilnehmers; gastname; mitgliedsname; besucher; kontaktperson; vorname
    nachname; nachname vorname; vor-/nachname; nom du participant; nom prénom; prénom nom; asistente; participante;
    partecipante; deelnemer; naam deelnemer; namn; för- och efternamn; navn; fulde navn; fullt navn; kontaktperson
    navn; nimi; koko nimi; imię i nazwisko; nazwisko i imię; osoba kontaktowa; jméno a příjmení; příjmení a jméno;
    celé jméno; kontaktní osoba; meno a priezvisko; név; teljes név; kapcsolattartó; nume; nume și prenume; nume
    complet; persoană de contact; ad soyad; adı soyadı; isim; isim soyisim; yetkili; ilgili kişi; фио; полное имя;
    фамилия имя; фамилия имя отчество; имя и фамилия; контактное лицо; контакт; сотрудник; участник; піб; повне
    ім'я; контактна особа; ονοματεπώνυμο; υπεύθυνος; 姓名; 名字; 联系人; 聯絡人; 名前; 氏名; お名前; ご氏名; 担当者; 担当者名; 성명; 성함; 담당자;
    الاسم; الاسم الكامل; اسم جهة الاتصال; שם; שם מלא; איש קשר`,
  title: `title; job title; position; role; headline; job position; person - job title; organization 1 - title;
    organization title; current title; current position; berufsbezeichnung; jobtitel; stellenbezeichnung; funktion;
    berufliche funktion; poste; fonction; intitulé du poste; titre du poste; titre; puesto; cargo; puesto de
    trabajo; cargo actual; posizione; qualifica; ruolo; mansione; titolo professionale; função; cargo atual;
    functie; functietitel; functieomschrijving; your role; what's your role; position der organisation; organisation
    1 - position; job; current job; current job title; befattning; stilling; tehtävänimike; nimike; stanowisko;
    stanowisko pracy; pozice; pracovní pozice; pozícia; beosztás; munkakör; funcția; unvan; görev; görevi; pozisyon;
    должность; посада; длъжност; θέση; 职位; 职务; 職位; 職稱; 役職; 肩書き; 직위; 직책; 직함; المسمى الوظيفي; المنصب; الوظيفة; תפקיד;
    cargo da organização; cargo de la organización; puesto de la organización;
    qualifica nell'organizzazione; functie organisatie; stanowisko w organizacji`,
  company: `company; company name; organization; organisation; organization name; organisation name; account; account
    name; employer; business; business name; current company; company name for emails; company / account;
    organization 1 - name; person - organization; associated company; primary company; firma; firmenname;
    firmenbezeichnung; unternehmen; unternehmensname; betrieb; arbeitgeber; entreprise; nom de l'entreprise; nom de
    la société; société; raison sociale; employeur; empresa; nombre de la empresa; compañía; organización; razón
    social; azienda; nome azienda; società; ragione sociale; ditta; nome da empresa; companhia; organização;
    bedrijf; bedrijfsnaam; organisatie; onderneming; werkgever; your company; which company do you work for; name
    der organisation; organisation 1 - name; nom de l'organisation; företag; företagsnamn; bolag; virksomhed;
    firmanavn; selskab; bedrift; selskap; bedriftsnavn; yritys; yrityksen nimi; nazwa firmy; nazwa; spółka;
    przedsiębiorstwo; společnost; název firmy; název společnosti; spoločnosť; názov firmy; cég; cégnév; vállalat;
    companie; nume companie; denumire firmă; şirket; şirket adı; firma adı; kurum; компания; название компании;
    организация; фирма; компанія; назва компанії; εταιρεία; επωνυμία; 公司; 公司名称; 单位; 单位名称; 企业名称; 公司名稱; 会社; 会社名; 社名;
    貴社名; 회사; 회사명; الشركة; اسم الشركة; חברה; שם החברה;
    nome da organização; nombre de la organización; nome dell'organizzazione; nome organizzazione;
    naam organisatie; organisatienaam; nazwa organizacji;
    organisationsnamn; название организации`,
  phone: `phone; phone number; telephone; telephone number; tel; tel.; work phone; business phone; office phone;
    company phone; corporate phone; direct phone; work direct phone; phone 1 - value; phone 1 value; phone - work;
    primary phone; other phone; person - phone; telefon; telefonnummer; rufnummer; tel.-nr.; telefon geschäftlich;
    festnetz; durchwahl; téléphone; numéro de téléphone; tél; tél.; téléphone professionnel; téléphone fixe;
    teléfono; número de teléfono; teléfono del trabajo; teléfono fijo; telefono; numero di telefono; telefono
    ufficio; telefone; número de telefone; telefone comercial; telefoon; telefoonnummer; zakelijke telefoon; person
    - phone - work; phone (work); téléphone (bureau); tél. (bureau); your phone number; what's your phone number;
    home phone; phone (home); person - phone - home; phone - home; telefon (privat); telefon privat; téléphone
    (domicile); telefon 1 - wert; téléphone 1 - valeur; direct phone number; direct line; direct dial; direct
    number; company hq phone; hq phone; main phone; phone (main); phone (other); work telephone; work phone number;
    business phone number; office number; telefon firma; telefon zentrale; weiteres telefon; telefon arbeit; tel.
    geschäftlich; tel. privat; téléphone société; autre téléphone; puhelin; puhelinnumero; telefonnr; tlf; tlf.nr.;
    nr telefonu; numer telefonu; telefon stacjonarny; telefon służbowy; telefonní číslo; telefónne číslo;
    telefonszám; număr de telefon; telefon numarası; iş telefonu; телефон; номер телефона; рабочий телефон; раб.
    телефон; тел.; телефонен номер; номер телефону; τηλέφωνο; σταθερό τηλέφωνο; 电话; 电话号码; 联系电话; 座机; 電話; 電話號碼; 聯絡電話;
    電話番号; tel番号; 전화; 전화번호; 연락처; الهاتف; رقم الهاتف; هاتف العمل; טלפון; מספר טלפון`,
  mobile: `mobile; mobile phone; mobile number; mobile phone number; cell; cell phone; cellphone; cell number; phone -
    mobile; phone (mobile); handy; handynummer; mobil; mobiltelefon; mobilnummer; mobilfunknummer;
    mobiltelefonnummer; mobilfunk; mobilrufnummer; handy-nr.; mobil-nr.; telefon (mobil); portable; téléphone
    portable; téléphone mobile; numéro de portable; móvil; teléfono móvil; celular; teléfono celular; número de
    móvil; cellulare; telefono cellulare; numero di cellulare; telemóvel; número de celular; mobiel; mobiele
    telefoon; mobiel nummer; gsm; person - phone - mobile; numéro de téléphone mobile; téléphone (mobile); phone
    (cell); phone (iphone); tél. mobile; tél. portable; telefon mobil; mobile no.; cell phone number; mobiili;
    matkapuhelin; matkapuhelinnumero; telefon komórkowy; komórka; nr komórkowy; tel. komórkowy; tel. kom.; mobilní
    telefon; mobilné číslo; mobiltelefonszám; mobilszám; cep telefonu; cep tel; cep; gsm no; мобильный; мобильный
    телефон; моб. телефон; моб.; сотовый; сотовый телефон; мобільний; мобільний телефон; мобилен телефон; κινητό;
    κινητό τηλέφωνο; 手机; 手机号; 手机号码; 移动电话; 手機; 手機號碼; 行動電話; 携帯電話; 携帯; 携帯番号; 携帯電話番号; 휴대폰; 휴대전화; 핸드폰; 휴대폰번호; 휴대전화번호;
    الجوال; رقم الجوال; الهاتف المحمول; الموبايل; رقم الموبايل; נייד; טלפון נייד; סלולרי`,
  linkedin_url: `linkedin; linkedin url; linkedin profile; linkedin profile url; person linkedin url; linkedin link;
    linkedin member profile url; linkedin bio; profile url; linkedin-profil; linkedin-url; profil linkedin; url
    linkedin; lien linkedin; perfil de linkedin; perfil linkedin; url de linkedin; profilo linkedin;
    linkedin-profiel; linkedin person url; contact linkedin url; li url; default profile url; public profile url;
    sales navigator url; sales navigator profile url; linkedin url public; linkedin url unique id; linkedin public
    url; linkedin contact profile url; linkedin-profiili; linkedin-profil url; профиль linkedin`,
  company_linkedin_url: `company linkedin url; company linkedin; company linkedin profile; linkedin company url;
    linkedin company page; linkedin company profile; organization linkedin url; company url linkedin; company url;
    regular company url; linkedin-unternehmensseite; page linkedin de l'entreprise; página de empresa de linkedin;
    linkedin company profile url; company linkedin url unique id`,
  website: `website; web site; web page; webpage; homepage; company website; website url; company website url; url;
    company website full; website 1 - value; website 1 value; website 1 - wert; business website; organization
    website; account website; site; web; webseite; internetseite; internetadresse; internet; site web; site
    internet; site web de l'entreprise; page web; sitio web; página web; web de la empresa; sito; sito web; sito
    internet; pagina web; sítio; site da empresa; página da web; bedrijfswebsite; webpagina; webbplats; hemsida;
    hjemmeside; nettside; nettsted; verkkosivu; verkkosivusto; kotisivu; strona www; strona internetowa; www; webové
    stránky; webová stránka; honlap; weboldal; weblap; web sitesi; web sayfası; сайт; веб-сайт; ιστοσελίδα;
    ιστότοπος; 网站; 网址; 網站; 網址; ウェブサイト; ホームページ; 웹사이트; 홈페이지; الموقع الإلكتروني; الموقع; אתר; אתר אינטרנט`,
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
  city: `city; town; business city; mailing city; contact city; stadt; ort; wohnort; ville; commune; ciudad;
    localidad; città; comune; località; cidade; localidade; stad; plaats; woonplaats; work city; address 1 - city;
    ort geschäftlich; ville (bureau); adresse 1 - stadt; adresse 1 - ville; poststed; kaupunki; paikkakunta; miasto;
    miejscowość; město; město/obec; város; település; oraș; şehir; город; місто; град; πόλη; 城市; 都市; 市区町村; 도시;
    المدينة; עיר`,
  country: `country; country/region; business country/region; mailing country; land; staat; pays; país; paese;
    nazione; address 1 - country; contact country; land/region; land/region geschäftlich; pays/région; pays/région
    (bureau); adresse 1 - land; adresse 1 - pays; person country; work country; home country; company country; maa;
    kraj; země; krajina; ország; țara; ülke; страна; країна; държава; χώρα; 国家; 國家; 国; 국가; 나라; الدولة; البلد; מדינה;
    ארץ`,
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
export function fieldOfHeading(heading: string): KnownField | null {
  const plain = plainHeading(heading)
  return FIELD_OF.get(plain) ?? numberedField(plain)
}

/** A further one is called by its number: `Phone 2`, `Téléphone 2 (bureau)`, and Google's `Teléfono 1 - Valor`. */
function numberedField(plain: string): KnownField | null {
  const number = /\d+/.exec(plain)?.[0]
  if (number === undefined) return null
  const field = FIELD_OF.get(plain.replaceAll(/\d+/g, '').replace(VALUE, '')) ?? null
  if (field === 'email') return number === '1' ? 'email' : 'personal_email'
  return field !== null && NUMBERED.has(field) ? field : null
}

/** `Name 2` is the second line of a firm's name. */
const NUMBERED: ReadonlySet<KnownField> = new Set(['personal_email', 'phone', 'mobile', 'website'])
/** How Google's address book ends a column, in the language of its user. */
const VALUE =
  /(?:value|wert|valeur|valore?|waarde|wartosc|varde|værdi|verdi|arvo|hodnota|ertek|valoare|deger|значение|значення|値|값|值)$/
