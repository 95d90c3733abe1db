import type { EventDetail, SheetOf } from '../contract.ts'

/** The page of an event of that side. */
export const pageOf = ({ id, side }: Pick<EventDetail, 'id' | 'side'>): string =>
  `/${side === 'hunter' ? 'events' : 'calendar'}?event=${id}`

/** The page of a sheet: of the stage, or of a project that plays. */
export const sheetPage = (event: Pick<EventDetail, 'id' | 'side'>, of: SheetOf): string =>
  `${pageOf(event)}&sheet=${of}`

/** Whose sheet an address asks for; null: for none. */
export const askedSheet = (params: URLSearchParams): SheetOf | null => {
  const asked = params.get('sheet')
  return asked === 'stage' ? asked : Number(asked) || null
}
