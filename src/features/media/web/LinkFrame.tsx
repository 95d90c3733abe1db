import { ExternalLink, Music2, Play } from 'lucide-react'
import { useState } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { frameOf, linkOf } from '../rules.links.ts'
import { usePlaying } from './player.ts'
import { mediaTexts } from './texts.ts'

const spoken = texts(mediaTexts)

const NAMES = { youtube: 'YouTube', vimeo: 'Vimeo', soundcloud: 'SoundCloud', spotify: 'Spotify' } as const

/** Whose page an address is, where our pages have no player for it: its host. */
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url)

/**
 * Something on a player elsewhere. Before it is pressed nothing is asked there; one that our pages can't open is a link.
 */
export function LinkFrame({ link }: { link: { url: string; title: string } }) {
  const { t } = useTexts(spoken)
  const [isOpen, setOpen] = useState(false)
  const its = linkOf(link.url)
  const provider = its ? NAMES[its.provider] : hostOf(link.url)
  const title = link.title || provider
  const elsewhere = (
    <a
      href={link.url}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="inline-flex min-h-11 items-center gap-1.5 text-sm font-medium text-accent underline-offset-4 hover:underline"
    >
      <span>
        {t('media.links.elsewhere', { provider })}
        <span className="sr-only">: {title}</span>
      </span>
      <ExternalLink aria-hidden className="size-4" />
    </a>
  )
  if (!its)
    return (
      <div className="rounded-control border border-line p-4">
        <p className="font-semibold wrap-anywhere">{title}</p>
        {elsewhere}
      </div>
    )
  const isSound = its.provider === 'soundcloud' || its.provider === 'spotify'
  const shape = isSound ? 'h-40' : 'aspect-video'
  return (
    <div className="min-w-0">
      {isOpen ? (
        <iframe
          title={t('media.links.open_title', { title, provider })}
          src={frameOf(its)}
          allow="autoplay; fullscreen; encrypted-media"
          allowFullScreen
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          referrerPolicy="strict-origin-when-cross-origin"
          className={`w-full rounded-control border-0 bg-noche-950 ${shape}`}
        />
      ) : (
        <button
          type="button"
          onClick={() => {
            // Two at once are none.
            usePlaying.getState().turn(false)
            setOpen(true)
          }}
          aria-label={t('media.links.play', { title, provider })}
          className={`stage group relative grid w-full cursor-pointer place-items-center rounded-control bg-noche-900 text-noche-50 print:hidden ${shape}`}
        >
          <span className="absolute top-3 left-3 inline-flex items-center gap-1.5 rounded-chip bg-noche-950/80 px-2 py-0.5 text-sm font-semibold">
            {isSound && <Music2 aria-hidden className="size-4" />}
            {provider}
          </span>
          <span className="grid size-14 place-items-center rounded-full bg-foco-400 text-noche-950 group-hover:bg-foco-300">
            <Play aria-hidden className="ml-1 size-6 fill-current" />
          </span>
        </button>
      )}
      <p className="mt-2 font-semibold wrap-anywhere">{title}</p>
      {!isOpen && <p className="text-sm text-ink-2">{t('media.links.asks', { provider })}</p>}
      {elsewhere}
    </div>
  )
}
