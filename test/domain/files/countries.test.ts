import { describe, expect, it } from '@jest/globals'
import { countryOf } from '../../../domain/files/countries.ts'

describe('a country', () => {
  it.each([
    ['DE', ['D', 'DE', 'de', 'DEU', 'Deutschland', 'Deutschland (DE)', 'DE - Germany']],
    ['DE', ['Allemagne', 'Alemania', 'Niemcy', 'Bundesrepublik Deutschland', 'BRD', '🇩🇪', '🇩🇪 Germany', 'GERMANY']],
    ['AT', ['A', 'AUT', 'Österreich', 'Oesterreich', 'Autriche', 'Austria']],
    ['FR', ['F', 'Frankreich', 'France', 'Francia']],
    ['CH', ['CH', 'Schweiz', 'Suisse', 'Switzerland', 'Svizzera']],
    ['GB', ['Großbritannien', 'Grossbritannien', 'Grande-Bretagne', 'Vereinigtes Königreich', 'Royaume-Uni', 'UK']],
    ['GB', ['U.K.', 'England', 'GBR', 'Great Britain', 'United Kingdom (UK)']],
    ['US', ['USA', 'U.S.A.', 'United States', 'États-Unis', 'Vereinigte Staaten', 'Stati Uniti', 'EE. UU.', 'U.S.']],
    ['BE', ['Belgien', 'Belgique', 'België', 'B']],
    ['CZ', ['Tschechien', 'Czechia', 'Tchéquie', 'Česko', 'Česká republika']],
    ['KR', ['Südkorea', 'Suedkorea', 'South Korea', 'Corea del Sur']],
    ['TT', ['Trinidad & Tobago', 'Trinidad and Tobago']],
    ['DK', ['Danmark', 'Dänemark', 'Daenemark']],
  ])('is %s for %j', (code, names) => {
    expect(names.map((name) => [name, countryOf(name)])).toEqual(names.map((name) => [name, code]))
  })

  it.each([
    '',
    'DE / AT',
    'Europe',
    'Congo',
    'DACH',
    'Germany (Berlin)',
    'Bayern',
    'n/a',
    '(',
    'Germany or Austria',
    '7',
  ])('is none for %j', (text) => {
    expect(countryOf(text)).toBeNull()
  })
})
