import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, CalendarCheck, CalendarX, Clock, MapPin, Music2, Star } from 'lucide-react'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { StagePanel } from '#core/web/ui/StagePanel.tsx'
import { WeekGrid } from '#core/web/ui/WeekGrid.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { instrumentNames } from '#features/accounts/web/texts.ts'
import { pictureUrl } from '#features/files/contract.ts'
import { experienceTexts } from '#features/instruments/web/texts.ts'
import { ProjectMedia } from '#features/media/web/ProjectMedia.tsx'
import { ProjectSongs } from '#features/media/web/ProjectSongs.tsx'
import { useRecord } from '#features/projects/web/record.ts'
import { projectTerms } from '#features/projects/web/texts.ts'
import { serviceTerms } from '#features/services/web/texts.ts'
import { CheckList } from '#features/verification/web/CheckList.tsx'
import { type PublicProfile, readPublicProfile } from '../contract.ts'
import { type AskedEvent, eventQuery } from '../rules.event.ts'
import { placePath } from '../rules.places.ts'
import { FavouriteButton } from './FavouriteButton.tsx'
import { ProfileHead } from './ProfileHead.tsx'
import { PublicFrame } from './PublicFrame.tsx'
import { profileAsked } from './profileAsked.ts'
import { ReportButton } from './ReportButton.tsx'
import { PricesFor } from './SearchSummary.tsx'
import { ServiceOffer } from './ServiceOffer.tsx'
import { directoryTexts } from './texts.ts'
import { useAddPath, useAskPath, useQuestionPath } from './useAskPath.ts'

const spoken = texts(directoryTexts, instrumentNames, experienceTexts, projectTerms, serviceTerms)

/** What later features say of who is shown: what clients said of them, and the lessons that they give. */
interface Following {
  Lessons?: ComponentType<{ project_id: number }>
  Reviews: ComponentType<{ project_id: number; name: string }>
}

/** /profile/musician/:id: what anybody may know of a musician or band, and the way to ask for them. */
export function PublicProfilePage({ Reviews, Lessons }: Following) {
  const { t } = useTexts(spoken)
  const { musicProjectId = '' } = useParams()
  const user = useSession((session) => session.user)
  const [query] = useSearchParams()
  const { event, input } = profileAsked(musicProjectId, query)
  const profile = useQuery({
    ...ask(readPublicProfile, input ?? { params: { id: 0 }, query: {} }),
    enabled: input !== null,
  })
  const missing = !input || profile.error?.status === 404

  const content = missing ? (
    <div className="pt-10">
      <h1 className="sr-only">{t('directory.profile.missing')}</h1>
      <EmptyState
        as="h2"
        title={t('directory.profile.missing')}
        action={<LinkButton to="/">{t('directory.profile.home')}</LinkButton>}
      >
        {t('directory.profile.missing_text')}
      </EmptyState>
    </div>
  ) : (
    <Loaded
      query={profile}
      waiting={
        <div className="grid gap-5">
          <Skeleton className="h-72 rounded-card" />
          <Skeleton lines={5} />
        </div>
      }
      failed={t('directory.profile.error')}
    >
      {(data) => (
        <Profile
          profile={data}
          event={event}
          viewer={user?.accountType ?? null}
          Reviews={Reviews}
          {...(Lessons ? { Lessons } : {})}
        />
      )}
    </Loaded>
  )
  return <PublicFrame>{content}</PublicFrame>
}

function Profile({
  profile,
  event,
  viewer,
  Reviews,
  Lessons,
}: Following & {
  profile: PublicProfile
  /** What the profile is looked at for. */
  event: AskedEvent
  viewer: 'TALENT_HUNTER' | 'MUSICIAN' | 'STUDENT' | null
}) {
  const { t, word } = useTexts(spoken)
  const { number, calendarDay, list } = useFormat()
  const { kept, reply } = useRecord()(profile)
  const askPath = useAskPath()
  const addPath = useAddPath(profile.id)
  const questionPath = useQuestionPath(profile.id)
  const photo = pictureUrl(profile.profile_image, 'medium')
  const own = useSession((session) => session.user?.music_project)
  const mayReport = viewer !== null && !own?.some(({ id }) => id === profile.id)
  const said = eventQuery(event).toString()
  // A date is asked for of a service for events that says its price; whoever has none is asked by message.
  const canBeAsked = profile.services.some(
    ({ category, price }) => category === 'MUSIC_SETTING' && price !== null,
  )
  const found = viewer === 'TALENT_HUNTER' ? '/musics' : viewer === null && said ? '/welcome' : null
  return (
    <div className="grid gap-5">
      <ProfileHead profile={profile} />
      {found && (
        <Link
          to={said ? `${found}?${said}` : found}
          className="inline-flex min-h-11 items-center gap-2 justify-self-start font-medium text-accent"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {t(said ? 'directory.profile.back_found' : 'directory.profile.back')}
        </Link>
      )}
      <StagePanel seed={profile.name} lights={['telon', 'foco', 'cabina']} bars={30}>
        <div className="flex flex-wrap items-center gap-5">
          <Avatar name={profile.name} src={photo} size="xl" />
          <FavouriteButton id={profile.id} name={profile.name} className="ml-auto self-start sm:order-last" />
          <div className="min-w-0">
            <p className="font-medium text-foco-400">
              {t(profile.project_type === 'GROUP' ? 'directory.profile.band' : 'directory.profile.personal')}
            </p>
            <h1 className="title-page wide-100">{profile.name}</h1>
          </div>
        </div>
        <ul className="mt-5 flex flex-wrap gap-x-5 gap-y-2 text-ink-2">
          {profile.city && (
            <Fact icon={<MapPin aria-hidden className="size-4" />}>
              <Link to={placePath(profile.city)} className="underline-offset-4 hover:underline">
                {profile.city}
              </Link>
            </Fact>
          )}
          {profile.rating !== null && (
            <Fact icon={<Star aria-hidden className="size-4 fill-current text-foco-400" />}>
              {t('directory.profile.rating', {
                rating: number(profile.rating, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
                count: profile.rating_count,
              })}
            </Fact>
          )}
          <Fact icon={<Music2 aria-hidden className="size-4" />}>
            {t('directory.profile.gigs', { count: profile.gigs_played })}
          </Fact>
          {kept && <Fact icon={<CalendarCheck aria-hidden className="size-4" />}>{kept}</Fact>}
          {reply && <Fact icon={<Clock aria-hidden className="size-4" />}>{reply}</Fact>}
        </ul>
        <CheckList checks={profile.checks} isBand={profile.project_type === 'GROUP'} className="mt-4" />
        <p className="mt-2">
          <Link
            to={`/profile/musician/${profile.id}/press`}
            className="inline-flex min-h-11 items-center font-medium text-foco-400 underline-offset-4 hover:underline"
          >
            {t('directory.profile.press')}
          </Link>
        </p>
        <p className="mt-2 flex flex-wrap gap-2">
          {profile.genres.map((genre) => (
            <Badge key={genre} tone="spot">
              {t(`business:terms.genres.${genre}`)}
            </Badge>
          ))}
        </p>
        {profile.free !== null && event.date && (
          <p className="mt-5 flex items-start gap-2 text-lg font-semibold">
            {profile.free ? (
              <CalendarCheck aria-hidden className="mt-1 size-5 shrink-0 text-foco-400" />
            ) : (
              <CalendarX aria-hidden className="mt-1 size-5 shrink-0" />
            )}
            {t(profile.free ? 'directory.profile.free' : 'directory.profile.not_free', {
              day: calendarDay(event.date, 'full'),
              from: event.from,
              to: event.to,
            })}
          </p>
        )}
        {viewer !== 'MUSICIAN' && viewer !== 'STUDENT' && (
          <div className="mt-6">
            <div className="flex flex-wrap items-center gap-3">
              {canBeAsked && (
                <LinkButton size="lg" variant="light" to={askPath(event, profile.id)}>
                  {t('directory.profile.ask', { name: profile.name })}
                </LinkButton>
              )}
              <LinkButton
                size="lg"
                variant={canBeAsked ? 'quiet' : 'light'}
                to={questionPath}
                aria-label={t('directory.profile.question_to', { name: profile.name })}
              >
                {t('directory.profile.question')}
              </LinkButton>
              {addPath && canBeAsked && (
                <LinkButton
                  size="lg"
                  variant="quiet"
                  to={addPath}
                  aria-label={t('directory.add_of', { name: profile.name })}
                >
                  {t('directory.add')}
                </LinkButton>
              )}
            </div>
            <p className="mt-2 text-sm text-ink-2">
              {t(canBeAsked ? 'directory.profile.ask_text' : 'directory.profile.question_text')}
            </p>
          </div>
        )}
        {mayReport && <ReportButton id={profile.id} name={profile.name} />}
      </StagePanel>

      <div className="grid items-start gap-5 lg:grid-cols-[1.7fr_1fr]">
        <div className="grid min-w-0 gap-5">
          {profile.bio && (
            <Card title={t('directory.profile.about')}>
              <p className="whitespace-pre-line text-pretty">{profile.bio}</p>
            </Card>
          )}
          <ProjectMedia project={profile} />
          <Card title={t('directory.profile.services')}>
            {profile.services.length > 0 && (
              <PricesFor event={event} className="-mt-1 mb-4 text-sm text-ink-2" />
            )}
            {profile.services.length === 0 ? (
              <p className="text-ink-2">{t('directory.profile.no_services')}</p>
            ) : (
              <ul className="grid divide-y divide-line">
                {profile.services.map((service) => (
                  <ServiceOffer key={service.id} service={service} />
                ))}
              </ul>
            )}
          </Card>
          <ProjectSongs project={profile} />
          {Lessons && profile.services.some(({ category }) => category === 'MUSIC_LEARNING') && (
            <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
              <Lessons project_id={profile.id} />
            </Suspense>
          )}
          <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
            <Reviews project_id={profile.id} name={profile.name} />
          </Suspense>
        </div>
        <div className="grid min-w-0 gap-5">
          {profile.week && <Week week={profile.week} day={event.date} />}
          {profile.members.length > 0 && (
            <Card title={t('directory.profile.members')}>
              <ul className="grid gap-3">
                {profile.members.map((member) => (
                  <li key={`${member.project_id} ${member.name}`} className="flex items-center gap-3">
                    <Avatar name={member.name} src={pictureUrl(member.profile_image, 'small')} size="md" />
                    <span className="min-w-0">
                      {member.project_id ? (
                        <Link
                          to={`/profile/musician/${member.project_id}`}
                          className="font-semibold hover:text-accent"
                        >
                          {member.name}
                        </Link>
                      ) : (
                        <span className="font-semibold">{member.name}</span>
                      )}
                      {member.function && (
                        <span className="block text-sm text-ink-2">
                          {word('business:terms.instruments', member.function)}
                        </span>
                      )}
                    </span>
                  </li>
                ))}
              </ul>
            </Card>
          )}
          {profile.languages.length > 0 && (
            <Card title={t('directory.profile.languages')}>
              <p>{list(profile.languages.map((one) => word('business:terms.languages', one)))}</p>
            </Card>
          )}
          {profile.instruments.length > 0 && (
            <Card title={t('directory.profile.instruments')}>
              <ul className="grid gap-2">
                {profile.instruments.map((instrument) => (
                  <li
                    key={`${instrument.name} ${instrument.brand} ${instrument.model}`}
                    className="flex flex-wrap items-baseline justify-between gap-x-3"
                  >
                    <span className="font-medium">{word('business:terms.instruments', instrument.name)}</span>
                    <span className="text-sm text-ink-2">
                      {[
                        [instrument.brand, instrument.model].filter(Boolean).join(' '),
                        instrument.experience && t(`business:terms.experience.${instrument.experience}`),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </li>
                ))}
              </ul>
            </Card>
          )}
        </div>
      </div>
    </div>
  )
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="inline-flex items-center gap-1.5">
    {icon}
    {children}
  </li>
)

/** The coming seven days, or those around the day that was searched for, as they are free. */
function Week({ week, day }: { week: NonNullable<PublicProfile['week']>; day: string | undefined }) {
  const { t, i18n } = useTexts(spoken)
  const name = (day: string, weekday: 'narrow' | 'long') =>
    new Intl.DateTimeFormat(
      i18n.language,
      weekday === 'long'
        ? { weekday, day: 'numeric', month: 'long', timeZone: 'UTC' }
        : { weekday, timeZone: 'UTC' },
    ).format(new Date(`${day}T00:00:00Z`))
  const title = t(day ? 'directory.profile.week_around' : 'directory.profile.week')
  return (
    <Card title={title}>
      <WeekGrid
        label={title}
        days={week.map(({ day: of }) => ({
          short: day ? String(Number(of.slice(8))) : name(of, 'narrow'),
          long: name(of, 'long'),
        }))}
        marked={week.findIndex(({ day: of }) => of === day)}
        parts={[t('directory.parts.morning'), t('directory.parts.afternoon'), t('directory.parts.night')]}
        states={[0, 1, 2].map((part) => week.map(({ parts }) => parts[part] ?? 'off'))}
        legend={{
          free: t('directory.states.free'),
          booked: t('directory.states.booked'),
          off: t('directory.states.off'),
        }}
      />
    </Card>
  )
}
