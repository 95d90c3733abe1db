import { useQuery } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { ask } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { readProjectMedia, type Sound } from '../contract.ts'
import { Gallery } from './Gallery.tsx'
import { tracksOf } from './hear.ts'
import { LinkFrame } from './LinkFrame.tsx'
import { clockOf, usePlaying } from './player.ts'
import { SoundWave } from './SoundWave.tsx'
import { mediaTexts } from './texts.ts'

const spoken = texts(mediaTexts)

interface Of {
  project: { id: number; name: string }
}

/** What there is to see and hear of a project, on its profile. Of what there is nothing of, nothing is said. */
export function ProjectMedia({ project }: Of) {
  const { t } = useTexts(spoken)
  const media = useQuery(ask(readProjectMedia, { params: { id: project.id } }))
  return (
    <Loaded query={media} waiting={<Skeleton className="h-40 rounded-card" />}>
      {({ pictures, sounds, links }) => (
        <>
          {sounds.length > 0 && (
            <Card title={t('media.sounds.title')}>
              <Sounds project={project} sounds={sounds} />
            </Card>
          )}
          {pictures.length > 0 && (
            <Card title={t('media.pictures.title')}>
              <Gallery pictures={pictures} name={project.name} />
            </Card>
          )}
          {links.length > 0 && (
            <Card title={t('media.links.title')}>
              <ul className="grid gap-4 sm:grid-cols-2">
                {links.map((link) => (
                  <li key={link.id} className="min-w-0">
                    <LinkFrame link={link} />
                  </li>
                ))}
              </ul>
            </Card>
          )}
        </>
      )}
    </Loaded>
  )
}

/** Sounds with their waveforms; pressed, they are heard in the player. */
export function Sounds({ project, sounds }: Of & { sounds: readonly Sound[] }) {
  const { t } = useTexts(spoken)
  const current = usePlaying(({ tracks, at }) => tracks[at]?.id)
  const isOn = usePlaying((playing) => playing.isOn)
  const press = (n: number) => {
    const { begin, turn } = usePlaying.getState()
    if (current === sounds[n]?.id) turn(!isOn)
    else begin(tracksOf(project, { sounds: [...sounds] }), n)
  }
  return (
    <ul className="grid gap-2">
      {sounds.map((sound, n) => {
        const isPlaying = isOn && current === sound.id
        return (
          <li key={sound.id} className="flex items-center gap-3">
            <button
              type="button"
              onClick={() => press(n)}
              aria-label={t(isPlaying ? 'media.sounds.pause' : 'media.sounds.play', { title: sound.title })}
              className="grid size-11 shrink-0 place-items-center rounded-full bg-primary text-on-primary hover:bg-primary-hover [&>svg]:size-5"
            >
              {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden className="ml-0.5" />}
            </button>
            <span className="min-w-0 flex-1">
              <span className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 font-semibold wrap-anywhere">{sound.title}</span>
                <span className="shrink-0 text-sm text-ink-2 tabular-nums">{clockOf(sound.seconds)}</span>
              </span>
              <SoundWave levels={sound.levels} className="mt-1 h-8 w-full" />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
