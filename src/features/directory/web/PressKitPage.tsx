import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import { Link, useParams } from 'react-router'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { Origin } from '#core/web/origin.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { PublicHead } from '#core/web/ui/PublicHead.tsx'
import { QrCode } from '#core/web/ui/QrCode.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { instrumentNames } from '#features/accounts/web/texts.ts'
import { pictureUrl } from '#features/files/contract.ts'
import { type ProjectMedia, readProjectMedia } from '#features/media/contract.ts'
import { LinkFrame } from '#features/media/web/LinkFrame.tsx'
import { Sounds } from '#features/media/web/ProjectMedia.tsx'
import { StageWords } from '#features/media/web/ProjectSongs.tsx'
import { projectTerms } from '#features/projects/web/texts.ts'
import { type PublicProfile, readPublicProfile } from '../contract.ts'
import { PublicFrame } from './PublicFrame.tsx'
import { profileAsked } from './profileAsked.ts'
import { ShareButtons } from './ShareButtons.tsx'
import { directoryTexts, pressTexts } from './texts.ts'
import { usePrice } from './usePrice.ts'

const spoken = texts(directoryTexts, pressTexts, instrumentNames, projectTerms)

/** /profile/musician/:id/press: what a venue or a newspaper needs of somebody, to share and to print. */
export function PressKitPage() {
  const { t } = useTexts(spoken)
  const { musicProjectId = '' } = useParams()
  const { input } = profileAsked(musicProjectId, new URLSearchParams())
  const params = input?.params ?? { id: 0 }
  const profile = useQuery({ ...ask(readPublicProfile, { params, query: {} }), enabled: input !== null })
  const media = useQuery({ ...ask(readProjectMedia, { params }), enabled: input !== null })
  const missing = !input || profile.error?.status === 404
  return (
    <PublicFrame>
      {missing ? (
        <div className="pt-10">
          <h1 className="sr-only">{t('directory.press.missing')}</h1>
          <EmptyState
            as="h2"
            title={t('directory.press.missing')}
            action={<LinkButton to="/">{t('directory.profile.home')}</LinkButton>}
          />
        </div>
      ) : (
        <Loaded query={profile} failed={t('directory.profile.error')} waiting={<Skeleton lines={10} />}>
          {(data) => (
            <Loaded query={media} waiting={<Skeleton lines={10} />}>
              {(shown) => <Press profile={data} media={shown} />}
            </Loaded>
          )}
        </Loaded>
      )}
    </PublicFrame>
  )
}

function Press({ profile, media }: { profile: PublicProfile; media: ProjectMedia }) {
  const { t, word } = useTexts(spoken)
  const { number, list } = useFormat()
  const price = usePrice()
  const origin = useContext(Origin)
  const { name } = profile
  const path = `/profile/musician/${profile.id}`
  const photo = pictureUrl(profile.profile_image, 'large')
  const facts: [string, string][] = [
    ...(profile.city ? [[t('directory.press.city'), profile.city] as [string, string]] : []),
    [t('directory.press.genres'), list(profile.genres.map((genre) => t(`business:terms.genres.${genre}`)))],
    ...(profile.main_instrument
      ? [
          [t('directory.press.instrument'), word('business:terms.instruments', profile.main_instrument)] as [
            string,
            string,
          ],
        ]
      : []),
    [
      t('directory.press.languages'),
      list(profile.languages.map((one) => word('business:terms.languages', one))),
    ],
    ...(profile.rating === null
      ? []
      : [
          [
            t('directory.press.rating'),
            t('directory.press.rating_of', {
              rating: number(profile.rating, { maximumFractionDigits: 1 }),
              count: profile.rating_count,
            }),
          ] as [string, string],
        ]),
    [t('directory.press.gigs'), number(profile.gigs_played)],
    [t('directory.press.since'), String(profile.since_year)],
  ]
  return (
    <article className="mx-auto grid max-w-[52rem] gap-8 pb-6">
      <PublicHead
        title={`${t('directory.press.title', { name })} · ${t('common:app.name')}`}
        description={t('directory.press.description', { name })}
        path={`${path}/press`}
        image={`/og/musician/${profile.id}.jpg`}
        type="profile"
      />
      <Link
        to={path}
        className="inline-flex min-h-11 items-center gap-2 justify-self-start font-medium text-accent print:hidden"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {t('directory.press.back', { name })}
      </Link>
      <header className="flex flex-wrap items-end gap-6">
        {photo && (
          <img
            src={photo}
            alt={t('directory.press.photo', { name })}
            className="size-40 rounded-card object-cover"
          />
        )}
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-medium text-accent">
            {t(profile.project_type === 'GROUP' ? 'directory.profile.band' : 'directory.profile.personal')}
          </p>
          <h1 className="title-page wrap-anywhere">{name}</h1>
        </div>
      </header>
      <ShareButtons name={name} url={`${origin}${path}/press`} />
      {profile.bio && (
        <Part title={t('directory.press.about')}>
          <p className="text-lg whitespace-pre-line text-pretty">{profile.bio}</p>
        </Part>
      )}
      <Part title={t('directory.press.facts')}>
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[12rem_minmax(0,1fr)]">
          {facts.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-ink-2">{label}</dt>
              <dd className="font-medium max-sm:mb-2">{value}</dd>
            </div>
          ))}
        </dl>
      </Part>
      {profile.members.length > 0 && (
        <Part title={t('directory.press.members')}>
          <p>
            {list(
              profile.members.map((one) =>
                one.function ? `${one.name} (${word('business:terms.instruments', one.function)})` : one.name,
              ),
            )}
          </p>
        </Part>
      )}
      {media.pictures.length > 0 && (
        <Part title={t('directory.press.photos')}>
          <ul className="grid gap-4 sm:grid-cols-2">
            {media.pictures.map(({ id, url, width, height, title }) => (
              <li key={id} className="break-inside-avoid">
                <a href={pictureUrl(url, 'large')} target="_blank" rel="noopener" className="block">
                  <img
                    src={pictureUrl(url, 'large') ?? url}
                    alt={title || t('directory.press.photo', { name })}
                    width={width}
                    height={height}
                    className="h-auto w-full rounded-control"
                  />
                  <span className="sr-only">{t('directory.press.download')}</span>
                </a>
                {title && <p className="mt-1 text-sm text-ink-2 wrap-anywhere">{title}</p>}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {media.sounds.length + media.links.length > 0 && (
        <Part title={t('directory.press.music')}>
          <div className="grid gap-5">
            {media.sounds.length > 0 && <Sounds project={profile} sounds={media.sounds} />}
            {media.links.length > 0 && (
              <ul className="grid gap-4 sm:grid-cols-2">
                {media.links.map((link) => (
                  <li key={link.id} className="min-w-0 break-inside-avoid">
                    <LinkFrame link={link} />
                  </li>
                ))}
              </ul>
            )}
          </div>
        </Part>
      )}
      {profile.services.length > 0 && (
        <Part title={t('directory.press.services')}>
          <ul className="grid gap-2">
            {profile.services.map((service) => (
              <li key={service.id} className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="font-medium">{service.title}</span>
                <span>{price(service.price, service.currency, service.price_mode)}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {media.songs.length > 0 && (
        <Part title={t('directory.press.repertoire')}>
          <ul className="gap-x-8 sm:columns-2">
            {media.songs.map(({ title, artist }, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two songs may be called the same
              <li key={n} className="break-inside-avoid wrap-anywhere">
                {title}
                {artist && <span className="text-ink-2"> · {artist}</span>}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {(media.stage.needs || media.stage.rider) && (
        <Part title={t('directory.press.stage')}>
          <StageWords {...media.stage} />
        </Part>
      )}
      <Part title={t('directory.press.contact')}>
        <div className="flex flex-wrap items-center gap-6 break-inside-avoid">
          <div className="w-36">
            <QrCode text={`${origin}${path}`} label={t('directory.press.qr', { name })} />
          </div>
          <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
            {t('directory.press.contact_text', { url: `${origin}${path}` })}
          </p>
        </div>
      </Part>
    </article>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="title-card mb-3 border-b border-line pb-2">{title}</h2>
    {children}
  </section>
)
