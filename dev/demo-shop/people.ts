/** People of the Demo shop. Their addresses are in domains that are reserved for examples, so none is a real one. */

const firstNames = (
  'Anna Ben Clara David Elena Felix Greta Hugo Ida Jonas Katja Leo Mara Noah Olga Paul Rosa Samuel Tilda Viktor ' +
  'Amara Bruno Chloe Dario Esther Farid Hanna Ivan Julia Kofi Lena Milan Nora Oskar Petra Rafael Sofia Tom Ulla Yasmin'
).split(' ');

const lastNames = (
  'Albrecht Bauer Costa Dahl Eriksen Fischer Garcia Hansen Ivanov Jansen Keller Lindqvist Moreau Novak Okafor Petersen ' +
  'Quist Rossi Schneider Tanaka Ullmann Vogel Weber Yilmaz Ziegler Andersson Berger Conti Dubois Engel Frank Gruber ' +
  'Hoffmann Jung Kowalski Larsen Meyer Nilsson Otto Pohl Richter Silva Thomsen Urban Virtanen Wolf ' +
  'Aydin Brandt Cruz Dietrich Esposito Fuchs Greco Holm Iversen Jacobs Krause Lopez Marino Nowak'
).split(' ');

const cities = [
  { city: 'Hamburg', country: 'DE', timezone: 'Europe/Berlin', locale: 'de-DE' },
  { city: 'Berlin', country: 'DE', timezone: 'Europe/Berlin', locale: 'de-DE' },
  { city: 'Vienna', country: 'AT', timezone: 'Europe/Vienna', locale: 'de-AT' },
  { city: 'Copenhagen', country: 'DK', timezone: 'Europe/Copenhagen', locale: 'da-DK' },
  { city: 'Amsterdam', country: 'NL', timezone: 'Europe/Amsterdam', locale: 'nl-NL' },
  { city: 'Lisbon', country: 'PT', timezone: 'Europe/Lisbon', locale: 'pt-PT' },
  { city: 'Milan', country: 'IT', timezone: 'Europe/Rome', locale: 'it-IT' },
] as const;

const hosts = ['example.com', 'example.org', 'example.net'];
const roasts = ['light', 'medium', 'dark'];

export interface Person {
  email: string;
  timezone: string;
  locale: string;
  attributes: { first_name: string; last_name: string; city: string; country: string; favorite_roast: string };
}

/** A step through all pairs of names that reaches each pair once, because it has no common divisor with their number. */
const stride = 1_237;

/** Returns the person of a number, 0 or more. Different numbers have different addresses. */
export function personOf(number: number): Person {
  const pairs = firstNames.length * lastNames.length;
  const pair = (number * stride) % pairs;
  const first = firstNames[pair % firstNames.length] as string;
  const last = lastNames[Math.floor(pair / firstNames.length)] as string;
  const round = Math.floor(number / pairs);
  const { city, country, timezone, locale } = cities[number % cities.length] as (typeof cities)[number];
  return {
    email: `${first}.${last}${round === 0 ? '' : round + 1}@${hosts[number % hosts.length]}`.toLowerCase(),
    timezone,
    locale,
    attributes: {
      first_name: first,
      last_name: last,
      city,
      country,
      favorite_roast: roasts[number % roasts.length] as string,
    },
  };
}
