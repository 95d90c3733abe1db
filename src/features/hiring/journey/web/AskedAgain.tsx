import { CalendarCheck, CalendarX } from 'lucide-react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import type { Again } from '#features/hiring/desk/contract.ts'
import { ReplyByFields } from '#features/hiring/web/ReplyByFields.tsx'
import type { Wait } from '#features/hiring/web/replyBy.ts'
import { deskTexts, leaveTexts } from '#features/hiring/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'

const spoken = texts(deskTexts, leaveTexts)

/**
 * Who had agreed to play an event that gets another date: who is asked again and until when they may answer, who can't be,
 * and what of the money.
 */
export function AskedAgain({
  musicians,
  waits,
  zone,
}: {
  musicians: readonly Again[]
  /** How long they may have to answer. */
  waits: readonly Wait[]
  zone: string
}) {
  const { t } = useTexts(spoken)
  const asked = musicians.filter(({ why }) => why === null)
  const others = musicians.filter(({ why }) => why !== null)
  return (
    <>
      <section
        aria-label={t('order.page.leave.reschedule.who')}
        className="grid gap-4 rounded-control bg-surface-2 p-4"
      >
        {asked.length > 0 && (
          <div className="grid gap-2">
            <h3 className="flex items-center gap-2 font-semibold">
              <CalendarCheck aria-hidden className="size-5 shrink-0 text-ok" />
              {t('order.page.leave.reschedule.asked', { count: asked.length })}
            </h3>
            <Musicians musicians={asked} zone={zone} />
          </div>
        )}
        {others.length > 0 && (
          <div className="grid gap-2">
            <h3 className="flex items-center gap-2 font-semibold">
              <CalendarX aria-hidden className="size-5 shrink-0 text-warn" />
              {t('order.page.leave.reschedule.not_asked', { count: others.length })}
            </h3>
            <Musicians musicians={others} zone={zone} />
            {asked.length > 0 && (
              <p className="text-sm text-ink-2">{t('order.page.leave.reschedule.replaced')}</p>
            )}
          </div>
        )}
      </section>
      {asked.length > 0 && <ReplyByFields waits={waits} zone={zone} />}
    </>
  )
}

function Musicians({ musicians, zone }: { musicians: readonly Again[]; zone: string }) {
  const { t } = useTexts(spoken)
  const { money, time, nameOf } = useFormat()
  const words = useWords()
  return (
    <ul className="grid gap-2">
      {musicians.map(({ project_id, name, moments, why, paid, refund, currency }) => (
        <li key={project_id} className="min-w-0 wrap-break-word">
          <span className="font-semibold">{nameOf(name)}</span>
          <span className="block text-sm text-ink-2">
            {why
              ? t(`order.page.leave.reschedule.why.${why}`)
              : moments
                  .map(
                    ({ title, intent, from, to }) =>
                      `${title ?? words.intent(intent)} · ${time(from, zone)}–${time(to, zone)}`,
                  )
                  .join(', ')}
          </span>
          {paid > 0 && (
            <span className="block text-sm">
              {t(`order.page.leave.reschedule.${why ? 'returned' : 'carried'}`, {
                paid: money(paid, currency),
                refund: money(refund, currency),
              })}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
