import type { SharedResults } from './contract.share.ts'
import type { Results } from './contract.ts'

/*
 * How much of an event's results is read by whoever has the link. They are the host's to tell, as far as they are about
 * the event: what it was for, how each moment was, what all of it cost. What is about one musician alone (a price, an
 * arrival, what they answered) isn't, nor is what the host was told that only they see.
 */

/** Whether a figure of the whole event is nobody's in particular: of a single project, the sum would be its price. */
export const isPlayedBySeveral = ({ punctuality }: Pick<Results, 'punctuality'>): boolean =>
  punctuality.length > 1

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
    performers: results.punctuality.map(({ project_name }) => project_name),
    punctuality: arrivalsOf(results),
    money: with_money && isPlayedBySeveral(results) ? { currency, ...money } : null,
  }
}

/** How many came when; null where it would be said of a single one, or nobody said anything. */
function arrivalsOf({ punctuality }: Results): SharedResults['punctuality'] {
  const many = (which: Results['punctuality'][number]['arrival']) =>
    punctuality.filter(({ arrival }) => arrival === which).length
  const unanswered = many(null)
  if (!isPlayedBySeveral({ punctuality }) || unanswered === punctuality.length) return null
  return { on_time: many('on_time'), late: many('late'), absent: many('absent'), unanswered }
}
