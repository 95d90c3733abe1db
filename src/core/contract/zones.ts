/*
 * Time zones that may be kept. JavaScript and PostgreSQL both read their names, and not alike: each knows some that the other
 * refuses (`CAT`), and some that it takes for other hours (`IST`, `+05:30`). A zone that only one of them knows fails each
 * statement that comes across it, so only names are taken that mean the same to both: core/server/zones.db.test.ts asks the
 * database about all of them.
 */

/** Names of IANA besides those that every runtime lists: a browser says what it was set to, which may be a place's other name. */
const MORE: Readonly<Record<string, string>> = {
  Africa: `Asmara Asmera Timbuktu`,
  America: `Argentina/Buenos_Aires Argentina/Catamarca Argentina/ComodRivadavia Argentina/Cordoba
    Argentina/Jujuy Argentina/Mendoza Atikokan Atka Buenos_Aires Catamarca Coral_Harbour Cordoba
    Ensenada Fort_Wayne Godthab Indiana/Indianapolis Indianapolis Jujuy Kentucky/Louisville Knox_IN
    Louisville Mendoza Montreal Nipigon Nuuk Pangnirtung Porto_Acre Rainy_River Rosario Santa_Isabel
    Shiprock Thunder_Bay Virgin Yellowknife`,
  Antarctica: `South_Pole`,
  Asia: `Ashkhabad Calcutta Choibalsan Chongqing Chungking Dacca Harbin Ho_Chi_Minh Istanbul Kashgar
    Kathmandu Katmandu Kolkata Macao Rangoon Saigon Tel_Aviv Thimbu Ujung_Pandang Ulan_Bator Yangon`,
  Atlantic: `Faeroe Faroe Jan_Mayen`,
  Australia: `ACT Canberra Currie LHI NSW North Queensland South Tasmania Victoria West Yancowinna`,
  Brazil: `Acre DeNoronha East West`,
  Canada: `Atlantic Central Eastern Mountain Newfoundland Pacific Saskatchewan Yukon`,
  Chile: `Continental EasterIsland`,
  Europe: `Belfast Kiev Kyiv Nicosia Tiraspol Uzhgorod Zaporozhye`,
  Mexico: `BajaNorte BajaSur General`,
  Pacific: `Chuuk Enderbury Johnston Kanton Pohnpei Ponape Samoa Truk Yap`,
  US: `Alaska Aleutian Arizona Central East-Indiana Eastern Hawaii Indiana-Starke Michigan Mountain Pacific
    Samoa`,
  Etc: `GMT UTC UCT Greenwich Universal Zulu GMT0 GMT+0 GMT-0`,
}

let known: ReadonlySet<string> | undefined
/** All zones that may be kept. */
export function zonesKnown(): ReadonlySet<string> {
  known ??= new Set([
    // What is no place, such as `CET`, PostgreSQL takes for an hour that is the same all year.
    ...Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/')),
    ...Object.entries(MORE).flatMap(([area, names]) => names.split(/\s+/).map((name) => `${area}/${name}`)),
    ...Array.from({ length: 12 }, (_, n) => `Etc/GMT+${n + 1}`),
    ...Array.from({ length: 14 }, (_, n) => `Etc/GMT-${n + 1}`),
    'UTC',
    'GMT',
  ])
  return known
}

const isReadHere = new Map<string, boolean>()
/** Whether a name is that of a zone that may be kept, and this runtime has its clock. */
export function isZone(name: string): boolean {
  if (!zonesKnown().has(name)) return false
  let isRead = isReadHere.get(name)
  if (isRead === undefined) {
    try {
      new Intl.DateTimeFormat('en', { timeZone: name })
      isRead = true
    } catch {
      isRead = false
    }
    isReadHere.set(name, isRead)
  }
  return isRead
}

/** What browsers may say of where they are that is no place, and the place that IANA has for it. */
const PLACE_OF: Readonly<Record<string, string>> = {
  CET: 'Europe/Brussels',
  CST6CDT: 'America/Chicago',
  EET: 'Europe/Athens',
  EST: 'America/Panama',
  EST5EDT: 'America/New_York',
  HST: 'Pacific/Honolulu',
  MET: 'Europe/Brussels',
  MST: 'America/Phoenix',
  MST7MDT: 'America/Denver',
  PST8PDT: 'America/Los_Angeles',
  WET: 'Europe/Lisbon',
  '+00:00': 'UTC',
}
/** A zone by the name under which it is kept. */
export const zoneToKeep = (name: string): string =>
  Object.hasOwn(PLACE_OF, name) ? (PLACE_OF[name] ?? name) : name
