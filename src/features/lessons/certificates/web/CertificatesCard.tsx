import { useMutation, useQuery } from '@tanstack/react-query'
import { Award } from 'lucide-react'
import type { ReactNode } from 'react'
import { ask, tell } from '#core/web/ask.ts'
import { useAway } from '#core/web/away.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { DownloadButton } from '#core/web/ui/DownloadButton.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import {
  askCertificate,
  type Certifiable,
  type Certificate,
  listCertificates,
  readCertificate,
} from '../contract.ts'
import { missingFor } from '../rules.ts'
import { certificateTexts } from './texts.ts'

const spoken = texts(certificateTexts)

/** How often it is looked whether a certificate that was asked for is there. */
const LOOKS_AGAIN_MS = 2_000

/** On a student's progress: certificates that they have, and what they can have one of. */
export function OwnCertificates() {
  const { t } = useTexts(spoken)
  const student_id = useSession((session) => session.user?.id ?? 0)
  return (
    <Certificates
      student_id={student_id}
      empty={
        <EmptyState title={t('certificates.empty')} as="h3">
          {t('certificates.empty_text')}
        </EmptyState>
      }
    />
  )
}

/** On a student's progress as who teaches them sees it: certificates of what was reached with them. */
export function StudentCertificates({ student_id }: { student_id: number }) {
  const { t } = useTexts(spoken)
  return (
    <Certificates
      student_id={student_id}
      empty={
        <EmptyState title={t('certificates.empty_teacher')} as="h3">
          {t('certificates.empty_teacher_text')}
        </EmptyState>
      }
    />
  )
}

function Certificates({ student_id, empty }: { student_id: number; empty: ReactNode }) {
  const { t } = useTexts(spoken)
  const query = useQuery({
    ...ask(listCertificates, { params: { id: student_id } }),
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ has_document }) => !has_document) ? LOOKS_AGAIN_MS : false,
  })
  const isAway = useAway(query)
  return (
    <Card title={t('certificates.title')}>
      {isAway && !query.data ? (
        <p className="text-ink-2">{t('certificates.offline')}</p>
      ) : (
        <Loaded
          query={query}
          waiting={<Skeleton className="h-24 rounded-card" />}
          failed={t('certificates.failed')}
          isEmpty={({ results, possible }) => results.length + possible.length === 0}
          empty={empty}
        >
          {({ results, possible }) => (
            <ul className="flex flex-col divide-y divide-line *:py-4 *:first:pt-0 *:last:pb-0">
              {possible.map((one) => (
                <Possible key={`possible ${one.project_id}`} {...one} />
              ))}
              {results.map((one) => (
                <Issued key={one.id} {...one} />
              ))}
            </ul>
          )}
        </Loaded>
      )}
    </Card>
  )
}

/** What a certificate says, as counts in words; nothing of what there is none. */
function Says({ lessons, objectives, pieces }: Pick<Certifiable, 'lessons' | 'objectives' | 'pieces'>) {
  const { t } = useTexts(spoken)
  const { list } = useFormat()
  const said = [
    lessons > 0 ? t('certificates.lessons', { count: lessons }) : null,
    objectives > 0 ? t('certificates.objectives', { count: objectives }) : null,
    pieces > 0 ? t('certificates.pieces', { count: pieces }) : null,
  ].filter((one) => one !== null)
  return said.length > 0 && <p className="text-sm text-ink-2">{list(said)}</p>
}

/** What was reached with a teacher: to be asked for, or what is needed first. */
function Possible({ project_id, teacher, certificate_id, ...counts }: Certifiable) {
  const { t } = useTexts(spoken)
  const make = useMutation(
    tell(askCertificate, {
      refreshes: [listCertificates],
      onTold: () => toast.success(t('certificates.asked')),
    }),
  )
  const missing = missingFor(counts)
  return (
    <li className="flex flex-col gap-2">
      <h3 className="font-semibold wrap-anywhere">{t('certificates.with', { teacher })}</h3>
      <Says {...counts} />
      {missing ? (
        <p className="text-sm">
          {t(missing === 'lesson' ? 'certificates.needs_lesson' : 'certificates.needs_word', { teacher })}
        </p>
      ) : certificate_id !== null ? (
        <p className="text-sm">{t('certificates.has', { teacher })}</p>
      ) : (
        <div>
          <Button
            size="sm"
            icon={<Award aria-hidden />}
            aria-label={t('certificates.ask_of', { teacher })}
            isPending={make.isPending}
            onPress={() => make.mutate({ body: { project_id } })}
          >
            {t('certificates.ask')}
          </Button>
        </div>
      )}
      <FormError>{make.error?.message}</FormError>
    </li>
  )
}

function Issued({ id, number, teacher, issued_at, has_document, ...counts }: Certificate) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  return (
    <li className="flex flex-col gap-2">
      <div>
        <h3 className="font-semibold wrap-anywhere">{t('certificates.number', { number })}</h3>
        <p className="text-sm wrap-anywhere text-ink-2">
          {t('certificates.with', { teacher })} · {t('certificates.issued', { date: date(issued_at) })}
        </p>
        <Says {...counts} />
      </div>
      <div role="status" className="flex flex-wrap items-start gap-2">
        {has_document ? (
          <>
            <DownloadButton
              size="sm"
              endpoint={readCertificate}
              input={{ params: { id } }}
              aria-label={t('certificates.open_of', { number })}
            >
              {t('certificates.open')}
            </DownloadButton>
            <LinkButton
              variant="quiet"
              size="sm"
              to={`/verify-contract?${new URLSearchParams({ number })}`}
              aria-label={t('certificates.verify_of', { number })}
            >
              {t('certificates.verify')}
            </LinkButton>
          </>
        ) : (
          <p className="text-sm text-ink-2">{t('certificates.making')}</p>
        )}
      </div>
    </li>
  )
}
