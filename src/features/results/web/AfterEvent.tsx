import { useQuery } from '@tanstack/react-query'
import { ask } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import type { EventDetail } from '#features/events/contract.ts'
import { listSurveys, readSurvey } from '../contract.ts'
import { surveyTexts } from './texts.ts'

const spoken = texts(surveyTexts)

interface AfterEventProps {
  event: EventDetail
  as?: 'h2' | 'h3'
}

/** What follows an event that is over, where it is shown: its survey, and the host's results. */
export function AfterEvent({ event, as = 'h2' }: AfterEventProps) {
  return event.side === 'hunter' ? (
    <AfterHosting order_id={event.order_id} as={as} />
  ) : (
    <AfterPlaying event_id={event.id} as={as} />
  )
}

function AfterHosting({ order_id, as }: { order_id: number; as: 'h2' | 'h3' }) {
  const { t } = useTexts(spoken)
  const survey = useQuery(ask(readSurvey, { params: { id: order_id } }))
  return (
    <Card title={t('survey.after.title')} as={as}>
      <Loaded
        query={survey}
        waiting={<Skeleton className="h-10 w-56" />}
        failed={t('survey.failed')}
        errorClassName="border-0"
      >
        {({ sent_at, results_ready }) => (
          <>
            <p className="mb-4 text-ink-2">
              {t(results_ready ? 'survey.after.ready' : 'survey.after.asked')}
            </p>
            <div className="flex flex-wrap gap-3">
              {results_ready && <LinkButton to={`/results/${order_id}`}>{t('survey.after.see')}</LinkButton>}
              {sent_at === null && (
                <LinkButton
                  to={`/results/${order_id}?answer=1`}
                  {...(results_ready ? { variant: 'secondary' as const } : {})}
                >
                  {t('survey.after.answer')}
                </LinkButton>
              )}
            </div>
          </>
        )}
      </Loaded>
    </Card>
  )
}

/** Of each of the reader's projects that played; a band's collaborators are asked nothing. */
function AfterPlaying({ event_id, as }: { event_id: number; as: 'h2' | 'h3' }) {
  const { t } = useTexts(spoken)
  const surveys = useQuery(ask(listSurveys, { query: { event: event_id } }))
  // Before it is known whether they are asked anything, nothing is announced.
  if (surveys.isPending || surveys.data?.results.length === 0) return null
  return (
    <Card title={t('survey.after.title')} as={as}>
      <Loaded query={surveys} waiting={null} failed={t('survey.failed')} errorClassName="border-0">
        {({ results }) => {
          const isOpen = results.some(({ sent_at }) => sent_at === null)
          return (
            <>
              <p className="mb-4 text-ink-2">
                {t(isOpen ? 'survey.after.asked_musician' : 'survey.after.sent_musician')}
              </p>
              <div className="flex flex-wrap gap-3">
                {results.map(({ id, project_name, sent_at }) => (
                  <LinkButton
                    key={id}
                    to={`/survey/${id}`}
                    variant={sent_at === null ? 'primary' : 'secondary'}
                  >
                    {t(sent_at === null ? 'survey.after.answer_as' : 'survey.after.see_as', {
                      name: project_name,
                    })}
                  </LinkButton>
                ))}
              </div>
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}
