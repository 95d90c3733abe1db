import { DEFAULT_ZONE } from './time.ts'
import { normalized } from './words.ts'

/** A town that people may choose as their place. Coordinates of its centre, in WGS 84 degrees. */
export interface Place {
  readonly city: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly lat: number
  readonly lng: number
  readonly zone: string
}

const ZONES: Record<string, string> = {
  GT: 'America/Guatemala',
  SV: 'America/El_Salvador',
  HN: 'America/Tegucigalpa',
  NI: 'America/Managua',
  CR: 'America/Costa_Rica',
  PA: 'America/Panama',
  BZ: 'America/Belize',
}

const TOWNS: readonly (readonly [city: string, country: string, lat: number, lng: number])[] = [
  ['Ciudad de Guatemala', 'GT', 14.6349, -90.5069],
  ['Antigua Guatemala', 'GT', 14.5586, -90.7295],
  ['Mixco', 'GT', 14.6333, -90.6064],
  ['Villa Nueva', 'GT', 14.5269, -90.5875],
  ['Quetzaltenango', 'GT', 14.8347, -91.518],
  ['Escuintla', 'GT', 14.305, -90.785],
  ['Chimaltenango', 'GT', 14.6611, -90.8194],
  ['Huehuetenango', 'GT', 15.3197, -91.4714],
  ['Cobán', 'GT', 15.4708, -90.3711],
  ['Panajachel', 'GT', 14.7407, -91.1592],
  ['Retalhuleu', 'GT', 14.5361, -91.6778],
  ['Puerto Barrios', 'GT', 15.7278, -88.5944],
  ['Zacapa', 'GT', 14.9722, -89.5306],
  ['Chiquimula', 'GT', 14.8, -89.5456],
  ['Flores', 'GT', 16.93, -89.892],
  ['San Salvador', 'SV', 13.6929, -89.2182],
  ['Santa Tecla', 'SV', 13.6769, -89.2797],
  ['Santa Ana', 'SV', 13.9942, -89.5597],
  ['San Miguel', 'SV', 13.4833, -88.1833],
  ['Sonsonate', 'SV', 13.7189, -89.7242],
  ['La Libertad', 'SV', 13.4883, -89.3222],
  ['Tegucigalpa', 'HN', 14.0723, -87.1921],
  ['San Pedro Sula', 'HN', 15.5042, -88.025],
  ['La Ceiba', 'HN', 15.7597, -86.7822],
  ['Choluteca', 'HN', 13.3003, -87.1908],
  ['Comayagua', 'HN', 14.4514, -87.6375],
  ['Copán Ruinas', 'HN', 14.84, -89.15],
  ['Managua', 'NI', 12.1364, -86.2514],
  ['León', 'NI', 12.4346, -86.8786],
  ['Granada', 'NI', 11.9344, -85.956],
  ['Masaya', 'NI', 11.9744, -86.0942],
  ['Estelí', 'NI', 13.0919, -86.3536],
  ['Matagalpa', 'NI', 12.9256, -85.9175],
  ['San José', 'CR', 9.9281, -84.0907],
  ['Alajuela', 'CR', 10.0163, -84.2116],
  ['Heredia', 'CR', 9.9986, -84.1165],
  ['Cartago', 'CR', 9.8644, -83.9194],
  ['Liberia', 'CR', 10.635, -85.4377],
  ['Puntarenas', 'CR', 9.9763, -84.8384],
  ['Limón', 'CR', 9.9907, -83.036],
  ['Ciudad de Panamá', 'PA', 8.9824, -79.5199],
  ['Colón', 'PA', 9.3593, -79.9014],
  ['David', 'PA', 8.4333, -82.4333],
  ['Boquete', 'PA', 8.7789, -82.4411],
  ['Santiago de Veraguas', 'PA', 8.1, -80.9833],
  ['Ciudad de Belice', 'BZ', 17.5046, -88.1962],
  ['San Ignacio', 'BZ', 17.1561, -89.0714],
]

/** The towns of Central America that forms offer, with their coordinates. */
export const PLACES: readonly Place[] = TOWNS.map(([city, country, lat, lng]) => ({
  city,
  country,
  lat,
  lng,
  zone: ZONES[country] ?? DEFAULT_ZONE,
}))

/** What people call towns, beside their names. */
const ALSO: Readonly<Record<string, string>> = {
  antigua: 'antigua guatemala',
  'la antigua': 'antigua guatemala',
  copan: 'copan ruinas',
  guate: 'guatemala',
  xela: 'quetzaltenango',
}

/** A town as people call it: without accents, case and "Ciudad de". */
const called = (city: string) => {
  const name = normalized(city).replace(/^ciudad de /, '')
  return ALSO[name] ?? name
}

/** The town of that name, however people write or call it; null for one that we don't know. */
export function placeOf(city: string, country?: string | null): Place | null {
  const wanted = called(city)
  return (
    PLACES.find((place) => called(place.city) === wanted && (!country || place.country === country)) ?? null
  )
}
