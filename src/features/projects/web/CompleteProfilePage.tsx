import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ask } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { HOMES } from '#features/access/rules.ts'
import { AccountStage } from '#features/accounts/web/AccountStage.tsx'
import { type Profile, readProfile } from '../contract.ts'
import { isComplete } from '../rules.ts'
import { AccountForm } from './AccountForm.tsx'
import { ProjectEditor } from './EditProfilePage.tsx'
import { isDone, STEPS, type Step } from './StepsCard.tsx'
import { centerTexts, profilesTexts, projectTexts } from './texts.ts'

const spoken = texts(projectTexts, centerTexts, profilesTexts)

/** The way to a complete profile: its information, the e-mail, and when one can play. */
export function CompleteProfilePage() {
  const { t } = useTexts(spoken)
  const profile = useQuery(ask(readProfile))
  const isMusician = profile.data?.accountType !== 'TALENT_HUNTER'
  return (
    <AccountStage
      stage={isMusician ? 'musician' : 'client'}
      title={t('projects.complete.title')}
      lead={t(`projects.complete.for.${isMusician ? 'musician' : 'client'}.lead`)}
      isWide
    >
      <Loaded query={profile} waiting={<Skeleton lines={8} />}>
        {(data) =>
          isComplete(data.completed_steps) ? (
            <EmptyState
              title={t('projects.complete.done_title')}
              action={
                <LinkButton to={HOMES[data.accountType]} size="lg">
                  {t('projects.complete.home')}
                </LinkButton>
              }
            >
              {t(`projects.complete.for.${isMusician ? 'musician' : 'client'}.done`)}
            </EmptyState>
          ) : (
            <Wizard profile={data} />
          )
        }
      </Loaded>
    </AccountStage>
  )
}

function Wizard({ profile }: { profile: Profile }) {
  const { t } = useTexts(spoken)
  const steps = profile.accountType === 'MUSICIAN' ? STEPS : STEPS.filter((step) => step !== 'availability')
  const first = steps.find((step) => !isDone(profile.completed_steps, step)) ?? 'info'
  const [chosen, setChosen] = useState<Step | null>(null)
  const current = chosen ?? first
  // A step opens at its top: the keyboard and the eye are where it begins.
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(current)
  useEffect(() => {
    if (shown.current === current) return
    shown.current = current
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [current])
  return (
    <div className="flex flex-col gap-6">
      <ol className="grid gap-2 sm:grid-cols-3">
        {steps.map((step, i) => {
          const ready = isDone(profile.completed_steps, step)
          return (
            <li key={step}>
              <button
                type="button"
                aria-current={step === current ? 'step' : undefined}
                onClick={() => setChosen(step)}
                className={clsx(
                  'flex min-h-11 w-full items-center gap-3 rounded-control border px-3 py-2 text-left font-semibold transition-colors',
                  step === current
                    ? 'border-accent bg-accent-tint text-ink'
                    : 'border-line hover:bg-surface-2',
                )}
              >
                <span
                  className={clsx(
                    'grid size-7 shrink-0 place-items-center rounded-check text-sm tabular-nums',
                    ready ? 'bg-ok-tint text-ok' : 'bg-surface-2 text-ink-2',
                  )}
                >
                  {ready ? <Check aria-hidden="true" className="size-4" strokeWidth={3} /> : i + 1}
                </span>
                {t(`projects.steps.${step}.name`)}
                {ready && <span className="sr-only">{t('projects.steps.done')}</span>}
              </button>
            </li>
          )
        })}
      </ol>
      <div>
        <h2 ref={heading} tabIndex={-1} className="title-card scroll-mt-4 outline-none">
          {t(`projects.steps.${current}.name`)}
        </h2>
        <p className="text-ink-2">
          {t(
            current === 'info' && profile.accountType !== 'MUSICIAN'
              ? 'projects.steps.info.client'
              : `projects.steps.${current}.text`,
          )}
        </p>
      </div>
      {current === 'info' ? (
        <Info
          profile={profile}
          onSaved={() => {
            toast.success(t('projects.saved'))
            setChosen(null)
          }}
        />
      ) : isDone(profile.completed_steps, current) ? (
        <p className="flex items-center gap-2 font-semibold text-ok">
          <Check aria-hidden="true" className="size-5" />
          {t(`projects.steps.${current}.ready`)}
        </p>
      ) : (
        <LinkButton
          to={current === 'verification' ? '/verify-email-check' : '/availability'}
          size="lg"
          className="self-start"
        >
          {t(`projects.steps.${current}.action`)}
        </LinkButton>
      )}
    </div>
  )
}

function Info({ profile, onSaved }: { profile: Profile; onSaved: () => void }) {
  const { t } = useTexts(spoken)
  const personal = profile.music_project.find((one) => one.project_type.name === 'INDIVIDUAL')
  if (profile.accountType !== 'MUSICIAN')
    return (
      <AccountForm profile={profile} isWhole onSaved={onSaved} submitLabel={t('projects.complete.save')} />
    )
  if (!personal)
    return (
      <LinkButton to="/musician-profile-type?mode=create" size="lg" className="self-start">
        {t('projects.center.create')}
      </LinkButton>
    )
  return (
    <ProjectEditor id={personal.id} onSaved={onSaved} submitLabel={t('projects.complete.save')} isWhole />
  )
}
