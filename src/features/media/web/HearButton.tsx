import { useQueryClient } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Spinner } from '#core/web/ui/Spinner.tsx'
import { hear } from './hear.ts'
import { usePlaying } from './player.ts'
import { hearTexts } from './texts.ts'

const spoken = texts(hearTexts)

/** Hears somebody before one asks them: what there is of them is asked for when it is pressed. */
export function HearButton({
  project,
  className,
}: {
  project: { id: number; name: string }
  className?: string
}) {
  const { t } = useTexts(spoken)
  const client = useQueryClient()
  const [isPending, setPending] = useState(false)
  const isHere = usePlaying(({ tracks, at }) => tracks[at]?.project_id === project.id)
  const isOn = usePlaying((playing) => playing.isOn) && isHere
  const press = async () => {
    if (isHere) return usePlaying.getState().turn(!isOn)
    setPending(true)
    if (!(await hear(client, project))) toast.error(t('media.hear.failed'))
    setPending(false)
  }
  return (
    <button
      type="button"
      onClick={() => void press()}
      aria-busy={isPending}
      aria-label={t(isOn ? 'media.hear.pause_of' : 'media.hear.play_of', { name: project.name })}
      className={`grid size-11 shrink-0 cursor-pointer place-items-center rounded-full bg-foco-400 text-noche-950 hover:bg-foco-300 [&>svg]:size-5 ${className ?? ''}`}
    >
      {isPending ? (
        <Spinner />
      ) : isOn ? (
        <Pause aria-hidden className="fill-current" />
      ) : (
        <Play aria-hidden className="ml-0.5 fill-current" />
      )}
    </button>
  )
}
