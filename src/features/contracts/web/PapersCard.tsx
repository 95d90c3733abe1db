import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronDown, FileText, PenLine } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { Link } from 'react-router'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { ask, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { DownloadButton } from '#core/web/ui/DownloadButton.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { endAmendment, listVersions, readDocument, signAmendment, type Version } from '../contract.papers.ts'
import type { Agreement } from '../contract.ts'
import { mayAmend } from '../rules.ts'
import { TermsText } from './TermsText.tsx'
import { contractPaperTexts, contractTexts } from './texts.ts'

const spoken = texts(contractTexts, contractPaperTexts)

const SignForm = later(async () => (await import('./SignForm.tsx')).SignForm)

interface Props {
  agreement: Agreement
  refreshes: readonly Endpoint[]
}

/** The signed agreement as a paper, what is proposed in its place, and what it was before. */
export function PapersCard({
  as: Part,
  onAmend,
  ...props
}: Props & { as: 'h3' | 'h4'; onAmend: () => void }) {
  const { t } = useTexts(spoken)
  const { agreement } = props
  const { id, number, version, state, terms, amendment, can_act, has_document, signatures } = agreement
  const isSigned = signatures.length === 2
  const isAmendable = can_act && mayAmend(state, terms.event.starts_at, new Date())
  const refreshes = [...props.refreshes, listVersions]
  return (
    <section className="flex flex-col gap-5 rounded-card border border-line p-5">
      <Part className="flex items-center gap-2 font-semibold">
        <FileText aria-hidden className="size-5 text-ink-3" />
        {t('papers.title')}
      </Part>
      {isSigned && can_act && (
        <div className="flex flex-col gap-3">
          <p className="text-ink-2">{t(has_document ? 'papers.text' : 'papers.waiting')}</p>
          <div className="flex flex-wrap items-start gap-3">
            <DownloadButton endpoint={readDocument} input={{ params: { id } }}>
              {t('papers.download')}
            </DownloadButton>
            {isAmendable && !amendment && (
              <Button variant="secondary" icon={<PenLine aria-hidden />} onPress={onAmend}>
                {t('papers.amend.open')}
              </Button>
            )}
          </div>
          <p className="text-sm text-ink-2">
            <Link className="text-accent" to={`/verify-contract?${new URLSearchParams({ number })}`}>
              {t('papers.verify')}
            </Link>
          </p>
        </div>
      )}
      {isAmendable && amendment && <Amendment {...props} refreshes={refreshes} />}
      {(version > 1 || (amendment && !isAmendable)) && <Versions agreement={agreement} />}
    </section>
  )
}

/** What is proposed in the place of what both have signed: to be read and signed, declined or taken back. */
function Amendment({ agreement, refreshes }: Props) {
  const { t } = useTexts(spoken)
  const [isAsking, setAsking] = useState(false)
  const versions = useQuery(ask(listVersions, { params: { id: agreement.id } }))
  const own = agreement.amendment?.by === agreement.side ? 'own' : 'other'
  const end = useMutation(
    tell(endAmendment, {
      refreshes,
      onTold: () => {
        setAsking(false)
        toast.success(t('papers.amend.ended'))
      },
    }),
  )
  return (
    <div className="flex flex-col gap-4 rounded-control bg-surface-2 p-4">
      <p className="font-semibold">{t(`papers.amend.${own}`)}</p>
      <Loaded query={versions} waiting={<Skeleton lines={4} />} failed={t('papers.versions_error')}>
        {({ results }) => {
          const proposed = results.find(({ version }) => version === agreement.amendment?.version)
          if (!proposed) return null
          const { terms, sha256, signatures, can_sign } = proposed
          return (
            <>
              <TermsText agreement={{ ...agreement, terms, sha256 }} as="h5" />
              {signatures.map(({ side }) => (
                <p key={side} className="text-ink-2">
                  {t('papers.amend.signed', { side: t(`contracts.sides.${side}`) })}
                </p>
              ))}
              {can_sign && (
                <Suspense fallback={<Skeleton className="h-80" />}>
                  <SignForm
                    agreement={{ ...agreement, terms, sha256 }}
                    by={signAmendment}
                    refreshes={refreshes}
                    as="h5"
                  />
                </Suspense>
              )}
            </>
          )
        }}
      </Loaded>
      <div>
        <Button variant="secondary" onPress={() => setAsking(true)}>
          {t(`papers.amend.end_${own}.open`)}
        </Button>
      </div>
      <ConfirmDialog
        title={t(`papers.amend.end_${own}.title`)}
        confirmLabel={t(`papers.amend.end_${own}.send`)}
        cancelLabel={t('contracts.back')}
        isOpen={isAsking}
        onOpenChange={setAsking}
        isPending={end.isPending}
        isDangerous
        onConfirm={() => end.mutate({ params: { id: agreement.id } })}
      >
        <p>{t('papers.amend.end_text')}</p>
        <FormError className="mt-3">{end.error?.message}</FormError>
      </ConfirmDialog>
    </div>
  )
}

/** Versions before this one, each with its terms, its signatures and its PDF. */
function Versions({ agreement }: { agreement: Agreement }) {
  const { t } = useTexts(spoken)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-col gap-3">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 items-center gap-2 self-start font-semibold text-accent"
      >
        {t('papers.versions')}
        <ChevronDown aria-hidden className={`size-5 transition-transform ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <VersionList agreement={agreement} />}
      </div>
    </div>
  )
}

function VersionList({ agreement }: { agreement: Agreement }) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const versions = useQuery(ask(listVersions, { params: { id: agreement.id } }))
  const zone = agreement.terms.event.zone
  return (
    <Loaded
      query={versions}
      waiting={<Skeleton lines={4} />}
      failed={t('papers.versions_error')}
      isEmpty={({ results }) => results.every(isOpen)}
      empty={<p className="text-ink-2">{t('papers.no_versions')}</p>}
    >
      {({ results }) => (
        <ul className="flex flex-col gap-4">
          {results
            .filter((one) => !isOpen(one))
            .map((one) => (
              <li key={one.version} className="flex flex-col gap-4 rounded-control border border-line p-4">
                <p>
                  <span className="font-semibold">
                    {t('papers.version', { version: one.version })} · {t(`papers.states.${one.state}`)}
                  </span>
                  {one.ended_at && (
                    <span className="block text-sm text-ink-2">
                      {t('papers.until', { date: date(one.ended_at, zone, 'long') })}
                    </span>
                  )}
                </p>
                <TermsText agreement={{ ...agreement, ...one, state: 'completed' }} as="h5" />
                {one.has_document && (
                  <DownloadButton
                    endpoint={readDocument}
                    input={{ params: { id: agreement.id }, query: { version: one.version } }}
                  >
                    {t('papers.download_version', { version: one.version })}
                  </DownloadButton>
                )}
              </li>
            ))}
        </ul>
      )}
    </Loaded>
  )
}

const isOpen = ({ state }: Version): boolean => state === 'proposed'
