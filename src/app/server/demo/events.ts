import type { BriefDraft } from '#features/hiring/brief/contract.ts'
import type { Format } from '#features/services/contract.ts'

type Section = Required<BriefDraft>
/** An event of the demo's hunter, in what sets it apart. */
export interface Wanted {
  event: Partial<NonNullable<Section['event']>> & { day: string }
  objective: NonNullable<Section['objective']>
  sound: NonNullable<Section['sound']>
  budget: { min: number; max: number }
  formats?: readonly Format[]
  /** Minutes between what one plays and the next, to change over; none: as the plan was drawn. */
  pause?: number
  notes?: string
}

export const PAST = (day: string): Wanted => ({
  objective: {
    kind: 'ambience',
    metric: 'satisfaction',
    target: 4.5,
    notes: 'Que la gente se quede a conversar.',
  },
  event: {
    type: 'private_party',
    title: 'Aniversario Café Paradiso',
    day,
    starts: '18:00',
    ends: '21:00',
    guests: 70,
    address: '5a Avenida Norte 12',
  },
  sound: { genres_liked: ['jazz', 'latin', 'pop', 'classical'], energy: 'calm' },
  budget: { min: 90_000, max: 420_000 },
  formats: ['solo'],
})
export const WEDDING = (day: string): Wanted => ({
  objective: {
    kind: 'dance_floor',
    metric: 'dancing_share',
    target: 60,
    notes: 'Ceremonia íntima y una pista que no se vacíe.',
  },
  event: {
    type: 'wedding',
    title: 'Boda Aguilar',
    day,
    starts: '16:00',
    ends: '23:30',
    guests: 120,
    address: 'Finca San Cayetano, camino a Ciudad Vieja',
  },
  sound: {
    genres_liked: ['salsa', 'latin', 'classical', 'merengue', 'jazz'],
    energy: 'peak_late',
    references: 'Entrada con violín; primer baile: Sabor a mí.',
  },
  budget: { min: 300_000, max: 900_000 },
  pause: 25,
  notes: 'La novia entra a las 16:20. Sin anuncios por micrófono durante la cena.',
})
export const BRUNCH = (day: string): Wanted => ({
  objective: { kind: 'ambience', metric: 'satisfaction', target: 4.7 },
  event: {
    type: 'private_party',
    title: 'Brunch de aniversario',
    day,
    starts: '11:00',
    ends: '14:00',
    guests: 50,
    address: 'Hotel Posada del Volcán',
  },
  sound: { genres_liked: ['jazz', 'latin', 'pop', 'bachata'], energy: 'calm' },
  budget: { min: 60_000, max: 300_000 },
  formats: ['solo'],
})
export const GALA = (day: string): Wanted => ({
  objective: {
    kind: 'brand_impact',
    metric: 'mentions',
    target: 40,
    notes: 'Recaudar y que se recuerde el nombre.',
  },
  event: {
    type: 'corporate',
    title: 'Gala Fundación Ceiba',
    day,
    starts: '18:30',
    ends: '22:30',
    guests: 180,
    address: 'Casa Santo Domingo',
  },
  sound: { genres_liked: ['jazz', 'latin', 'classical', 'pop'], energy: 'rising' },
  budget: { min: 200_000, max: 600_000 },
})
export const BIRTHDAY = (day: string): Wanted => ({
  objective: { kind: 'ambience', metric: 'satisfaction', target: 5 },
  event: {
    type: 'birthday',
    title: 'Los 60 de papá',
    day,
    starts: '17:00',
    ends: '22:00',
    guests: 60,
    address: 'Jocotenango',
  },
  sound: {
    genres_liked: ['jazz', 'latin', 'pop', 'bachata'],
    genres_forbidden: ['reggaeton'],
    energy: 'waves',
  },
  budget: { min: 120_000, max: 380_000 },
})
export const DINNER = (day: string): Wanted => ({
  objective: { kind: 'sales', metric: 'stay_minutes', target: 110 },
  event: {
    type: 'restaurant_bar',
    title: 'Noches de patio',
    day,
    starts: '19:00',
    ends: '22:30',
    guests: 90,
    recurrence: 'weekly',
    address: '3a Calle Oriente 8',
  },
  sound: { genres_liked: ['jazz', 'latin'], energy: 'steady' },
  budget: { min: 40_000, max: 140_000 },
})
/** So soon and with so little that the score asks for changes. */
export const HURRIED = (day: string): Wanted => ({
  objective: { kind: 'dance_floor' },
  event: {
    type: 'festival',
    title: 'Feria del barrio',
    day,
    starts: '14:00',
    ends: '23:00',
    guests: 2500,
    setting: 'outdoor',
  },
  sound: { genres_liked: ['electronic'], energy: 'waves' },
  budget: { min: 5_000, max: 20_000 },
})

/** What others host in the same town, by its place among them: parties like the hunter's own. */
export const HOSTED = (at: number, guests: number): Wanted => ({
  objective: { kind: 'ambience', metric: 'satisfaction', target: 4.5 },
  event: {
    type: 'private_party',
    title: `Fiesta en el jardín ${at + 1}`,
    day: '',
    starts: '18:00',
    ends: '20:00',
    guests,
    address: 'Antigua Guatemala',
  },
  sound: {
    genres_liked: [(['jazz', 'latin', 'pop', 'classical'] as const)[at % 4] ?? 'jazz'],
    energy: 'calm',
  },
  budget: { min: 20_000, max: 160_000 },
  formats: ['solo'],
})
/** Two parties of the hunter that are over. */
export const PLAYED: Record<'reunion' | 'boleros', Wanted> = {
  reunion: {
    objective: { kind: 'ambience', metric: 'satisfaction', target: 4.5 },
    event: {
      type: 'private_party',
      title: 'Reunión de exalumnas',
      day: '',
      starts: '18:30',
      ends: '21:00',
      guests: 64,
      address: '6a Calle Poniente 4',
    },
    sound: { genres_liked: ['jazz'], energy: 'calm' },
    budget: { min: 30_000, max: 160_000 },
    formats: ['solo'],
  },
  boleros: {
    objective: { kind: 'ambience', metric: 'satisfaction', target: 4.5 },
    event: {
      type: 'private_party',
      title: 'Tarde de boleros',
      day: '',
      starts: '16:00',
      ends: '18:30',
      guests: 80,
      address: 'Calle de los Pasos 20',
    },
    sound: { genres_liked: ['latin'], energy: 'rising' },
    budget: { min: 30_000, max: 180_000 },
    formats: ['solo'],
  },
}
/** The first of an evening that repeats. */
export const SERIES: Wanted = {
  objective: { kind: 'sales', metric: 'stay_minutes', target: 110 },
  event: {
    type: 'cultural',
    title: 'Noches de jazz',
    day: '',
    starts: '19:00',
    ends: '21:00',
    guests: 75,
    recurrence: 'weekly',
    address: '4a Calle Oriente 10',
  },
  sound: { genres_liked: ['jazz'], energy: 'steady' },
  budget: { min: 40_000, max: 140_000 },
  formats: ['solo'],
}
