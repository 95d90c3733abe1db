import { useQuery } from '@tanstack/react-query'
import { Download, Search } from 'lucide-react'
import { useId, useState } from 'react'
import { saysNearly } from '#core/contract/spelling.ts'
import { ask } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { controlClass } from '#core/web/ui/fieldStyle.ts'
import { type RepertoireSong, readProjectMedia } from '../contract.ts'
import { mediaTexts } from './texts.ts'

const spoken = texts(mediaTexts)

/** So many are shown before somebody asks for all, or searches. */
const FIRST = 12

/** What they play and what they need of a stage. The profile has said already what couldn't be loaded. */
export function ProjectSongs({ project }: { project: { id: number; name: string } }) {
  const { t } = useTexts(spoken)
  const { data } = useQuery(ask(readProjectMedia, { params: { id: project.id } }))
  if (!data) return null
  const { songs, stage, has_rider_file } = data
  return (
    <>
      {songs.length > 0 && (
        <Card
          title={t('media.songs.title')}
          action={
            <span className="text-sm text-ink-2">{t('media.songs.count', { count: songs.length })}</span>
          }
        >
          <Songs songs={songs} />
        </Card>
      )}
      {(stage.needs || stage.rider || has_rider_file) && (
        <Card title={t('media.stage.title')}>
          <StageWords {...stage} />
          {has_rider_file && (
            <p className="mt-3 flex gap-2 text-sm text-ink-2">
              <Download aria-hidden className="mt-0.5 size-4 shrink-0" />
              {t('media.stage.file', { name: project.name })}
            </p>
          )}
        </Card>
      )}
    </>
  )
}

export function StageWords({ needs, rider }: { needs: string; rider: string }) {
  const { t } = useTexts(spoken)
  return (
    <dl className="grid gap-4">
      {needs && (
        <div>
          <dt className="font-semibold">{t('media.stage.needs')}</dt>
          <dd className="mt-1 whitespace-pre-line text-pretty wrap-anywhere">{needs}</dd>
        </div>
      )}
      {rider && (
        <div>
          <dt className="font-semibold">{t('media.stage.rider')}</dt>
          <dd className="mt-1 whitespace-pre-line text-pretty wrap-anywhere">{rider}</dd>
        </div>
      )}
    </dl>
  )
}

function Songs({ songs }: { songs: readonly RepertoireSong[] }) {
  const { t } = useTexts(spoken)
  const id = useId()
  const [text, setText] = useState('')
  const [isAll, setAll] = useState(false)
  const wanted = text.trim()
  const found = wanted ? songs.filter(({ title, artist }) => saysNearly(`${title} ${artist}`, wanted)) : songs
  const shown = wanted || isAll ? found : found.slice(0, FIRST)
  return (
    <>
      {songs.length > FIRST && (
        <div className="relative mb-4">
          <label htmlFor={id} className="sr-only">
            {t('media.songs.search')}
          </label>
          <Search aria-hidden className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3" />
          <input
            id={id}
            type="search"
            value={text}
            placeholder={t('media.songs.search')}
            onChange={({ target }) => setText(target.value)}
            className={`${controlClass} pl-9`}
          />
        </div>
      )}
      <p role="status" className="sr-only">
        {wanted ? t('media.songs.found', { count: found.length }) : ''}
      </p>
      {found.length === 0 ? (
        <p className="text-ink-2">{t('media.songs.none', { text: wanted })}</p>
      ) : (
        <ul className="grid gap-1.5">
          {shown.map(({ title, artist }, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two songs may be called the same
            <li key={n} className="wrap-anywhere">
              <span className="font-medium">{title}</span>
              {artist && <span className="text-ink-2"> · {artist}</span>}
            </li>
          ))}
        </ul>
      )}
      {!wanted && !isAll && songs.length > FIRST && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="mt-3 min-h-11 font-semibold text-accent underline-offset-4 hover:underline"
        >
          {t('media.songs.more', { count: songs.length })}
        </button>
      )}
    </>
  )
}
