import { Circle, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { useHasSeveral } from '#features/projects/web/ProjectFilter.tsx'
import type { MusicHome } from '../contract.ts'
import { musicHomeTexts } from './texts.ts'

const spoken = texts(musicHomeTexts)

interface SetUpStep {
  key: 'service' | 'place' | 'availability' | 'profile' | 'verification'
  done: boolean
  to: string
}

/** What it takes for people to find and book the project, in the order in which it is worth doing; none for collaborators. */
export function useSetUp(home: MusicHome | undefined): SetUpStep[] {
  const isVerified = useSession((session) => session.completedSteps.isVerificationStepCompleted)
  if (!home?.steps) return []
  const { project, steps } = home
  // A band has no page of its own for editing: its owner edits in its profile.
  const isBand = project.project_type === 'GROUP'
  return [
    { key: 'service', done: steps.service, to: '/services' },
    { key: 'place', done: steps.place, to: isBand ? '/profile' : '/edit-profile' },
    { key: 'availability', done: steps.availability, to: '/availability' },
    { key: 'profile', done: steps.profile, to: isBand ? '/profile' : '/complete-profile' },
    ...(isBand ? [] : [{ key: 'verification' as const, done: isVerified, to: '/verify-email-check' }]),
  ]
}

/** What this very project lacks before people can find and book it; gone when all is done. */
export function MusicSteps({ home }: { home: MusicHome }) {
  const { t } = useTexts(spoken)
  const namesProject = useHasSeveral()
  const list = useSetUp(home)
  if (!home.steps || list.every((step) => step.done)) return null
  const { service, place, availability } = home.steps
  return (
    <Card title={namesProject ? t('home.steps.project', { name: home.project.name }) : t('home.steps.title')}>
      <p className="-mt-2 mb-4 text-ink-2">
        {t(service && place && availability ? 'home.steps.found' : 'home.steps.text')}
      </p>
      <ol className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {list.map(({ key, done, to }) => (
          <li key={key}>
            {done ? (
              <span className="flex items-center gap-2.5 text-ink-2">
                <CircleCheck aria-hidden className="size-5 shrink-0 text-ok" />
                <span className="line-through">{t(`home.steps.${key}`)}</span>
                <span className="sr-only">{t('home.steps.done')}</span>
              </span>
            ) : (
              <Link to={to} className="flex items-center gap-2.5 font-semibold text-accent">
                <Circle aria-hidden className="size-5 shrink-0" />
                {t(`home.steps.${key}`)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
