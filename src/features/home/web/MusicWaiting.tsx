import { Banknote, FileSignature, Inbox, MessageSquareHeart, PencilLine, Percent, Undo2 } from 'lucide-react'
import { Link } from 'react-router'
import { useFormat } from '#core/web/format.ts'
import { useNow } from '#core/web/now.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { Countdown } from '#features/budgets/web/Countdown.tsx'
import { useWords } from '#features/hiring/web/words.ts'
import { useHasSeveral } from '#features/projects/web/ProjectFilter.tsx'
import type { MusicHome, WaitingRow } from '../contract.ts'
import { TaskLink } from './TaskLink.tsx'
import { musicHomeTexts } from './texts.ts'

const spoken = texts(musicHomeTexts)

const ICONS = {
  request: Inbox,
  changes: PencilLine,
  sign: FileSignature,
  confirm: Banknote,
  refund: Undo2,
  refund_paid: Banknote,
  survey: MessageSquareHeart,
}

const linkOf = ({ kind, id }: WaitingRow) =>
  kind === 'survey'
    ? `/survey/${id}`
    : kind === 'request' || kind === 'changes'
      ? `/budgets?request=${id}`
      : `/contracts?contract=${id}`

/** What somebody waits for from this person, in whichever of their projects, before anything else. */
export function MusicWaiting({ waiting }: { waiting: MusicHome['waiting'] }) {
  const { t } = useTexts(spoken)
  const { date, money, nameOf } = useFormat()
  const words = useWords()
  const now = useNow()
  const namesProject = useHasSeveral()
  if (waiting.first.length === 0) return null
  const requests = waiting.requests + waiting.changes
  const agreements = waiting.to_sign + waiting.to_confirm + waiting.to_give_back
  return (
    <Card
      title={t('home.waiting.title')}
      action={
        <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm font-semibold">
          {requests > 0 && (
            <Link to="/budgets" className="text-accent">
              {t('home.waiting.requests', { count: requests })}
            </Link>
          )}
          {agreements > 0 && (
            <Link to="/contracts" className="text-accent">
              {t('home.waiting.agreements', { count: agreements })}
            </Link>
          )}
        </span>
      }
    >
      <ul className="grid gap-3 md:grid-cols-2">
        {waiting.first.map((row) => {
          return (
            <li key={`${row.kind}:${row.id}`}>
              <TaskLink
                to={linkOf(row)}
                icon={ICONS[row.kind]}
                title={t(`home.waiting.kinds.${row.kind}`, {
                  name: nameOf(row.refund?.name ?? null),
                  amount: row.refund ? money(row.refund.amount, row.refund.currency) : '',
                })}
                end={row.until && !row.refund && <Countdown until={row.until} />}
                isInCard
              >
                {row.refund && row.until && (
                  <span className="block text-sm font-semibold text-warn">
                    {t(`home.waiting.refund_${Date.parse(row.until) < now.getTime() ? 'late' : 'by'}`, {
                      date: date(row.until, row.zone, 'long'),
                    })}
                  </span>
                )}
                <span className="block text-sm text-ink-2">
                  {words.named(row)}, {date(row.starts_at, row.zone, 'day')}
                </span>
                {namesProject && <span className="block text-sm font-medium">{row.project_name}</span>}
              </TaskLink>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** Somebody left the band, and its shares have to be set again before it can quote. */
export function SharesOpen() {
  const { t } = useTexts(spoken)
  return (
    <TaskLink to="/members" icon={Percent} title={t('home.shares_open')}>
      <span className="block text-sm text-ink-2">{t('home.shares_open_text')}</span>
    </TaskLink>
  )
}
