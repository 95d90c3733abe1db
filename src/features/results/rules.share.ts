import type { SharedResults } from './contract.share.ts'
import type { Results } from './contract.ts'

/*
 * How much of an event's results is read by whoever has the link. They are the host's to tell, as far as they are about
 * the event: what it was for, how each moment was, what all of it cost. What is about one musician alone (a price, an
 * arrival, what they answered) isn't, nor is what the host was told that only they see.
 */

type Played = Pick<Results, 'punctuality'>

/** Whether a mark is nobody's in particular: of a single project, all of them would be its own. */
export const isPlayedBySeveral = ({ punctuality }: Played): boolean => punctuality.length > 1

/**
 * Whether a sum, or a count, is nobody's in particular: of a single project it would be its price; of two, each would
 * know the other's by taking its own away.
 */
export const isPlayedByMany = ({ punctuality }: Played): boolean => punctuality.length > 2

/**
 * What is read of results by a link.
 * @param link.with_money the host wanted sums to be read too
 */
export function sharedOf(results: Results, { with_money }: { with_money: boolean }): SharedResults {
  const { title, type, city, starts_at, ends_at, zone, guests, currency, objective, satisfaction } = results
  const { other_currencies: _, ...money } = results.money
  return {
    ...{ title, type, city, starts_at, ends_at, zone, guests, objective, satisfaction },
    moments: results.moments.flatMap((moment) =>
      moment.project_id === null
        ? []
        : [
            {
              slot_id: moment.slot_id,
              intent: moment.intent,
              title: moment.title,
              starts_at: moment.starts_at,
              ends_at: moment.ends_at,
              mark: moment.mark,
            },
          ],
    ),
    performers: isPlayedBySeveral(results) ? namesOf(results) : [],
    punctuality: arrivalsOf(results),
    money: with_money && isPlayedByMany(results) ? { currency, ...money } : null,
  }
}

/** Who played, by name, deleted ones last: in the order of playing it would say whose mark is whose. */
const namesOf = ({ punctuality }: Played): SharedResults['performers'] =>
  punctuality
    .map(({ project_name }) => project_name)
    .sort((a, b) => Number(a === null) - Number(b === null) || (a ?? '').localeCompare(b ?? '', 'es'))

/** How many came when; null where it would say it of somebody, or nobody said anything. */
function arrivalsOf({ punctuality }: Played): SharedResults['punctuality'] {
  const many = (which: Results['punctuality'][number]['arrival']) =>
    punctuality.filter(({ arrival }) => arrival === which).length
  const unanswered = many(null)
  if (!isPlayedByMany({ punctuality }) || unanswered === punctuality.length) return null
  return { on_time: many('on_time'), late: many('late'), absent: many('absent'), unanswered }
}
