import type { EventDetail, Performer } from '../contract.ts'

/** The page of an event of that side. */
export const pageOf = ({ id, side }: Pick<EventDetail, 'id' | 'side'>): string =>
  `/${side === 'hunter' ? 'events' : 'calendar'}?event=${id}`

/** The printable page of the stage, or of a project that plays. */
export const sheetOf = (event: Pick<EventDetail, 'id' | 'side'>, of: 'stage' | number): string =>
  `${pageOf(event)}&sheet=${of}`

/** Whose sheets somebody reads: the host everybody's, who plays their own. */
export const hasSheet = (event: Pick<EventDetail, 'side'>, performer: Pick<Performer, 'mine'>): boolean =>
  event.side === 'hunter' || performer.mine

/** An event whose stage is planned. */
export type Staged = EventDetail & { stage_plan: NonNullable<EventDetail['stage_plan']> }

/** Whether an event's stage is planned. */
export const isStaged = (event: EventDetail): event is Staged => event.stage_plan !== null

/** Who plays, each project once with everything that it plays, one's own first. */
export function byProject(performers: readonly Performer[]): [Performer, ...Performer[]][] {
  const projects = new Map<number, [Performer, ...Performer[]]>()
  for (const one of performers) {
    const known = projects.get(one.project_id)
    if (known) known.push(one)
    else projects.set(one.project_id, [one])
  }
  return [...projects.values()].sort(([a], [b]) => Number(b.mine) - Number(a.mine))
}
