import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Heart } from 'lucide-react'
import type { ReplyOf } from '#core/contract/endpoint.ts'
import { type ApiError, ask, call, refresh } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { can } from '#features/access/rules.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { dropFavourite, readFavourites, saveFavourite, searchFavourites } from '../contract.favourites.ts'
import { directoryTexts } from './texts.ts'

const spoken = texts(directoryTexts)

const CHANGES = ['favourites'] as const

/** Saves a musician or band, or no longer; for whoever may hire. It shows at once, and goes back where that failed. */
export function FavouriteButton({ id, name, className }: { id: number; name: string; className?: string }) {
  const { t } = useTexts(spoken)
  const client = useQueryClient()
  const permissions = useSession((session) => session.user?.permissions)
  const may = can(permissions ?? [], 'read:musics')
  const asked = ask(readFavourites, {})
  const saved = useQuery({ ...asked, enabled: may })
  const isSaved = saved.data?.ids.includes(id) ?? false
  const show = (save: boolean) =>
    client.setQueryData<ReplyOf<typeof readFavourites>>(asked.queryKey, (shown) => {
      const others = (shown?.ids ?? []).filter((one) => one !== id)
      return { ids: save ? [id, ...others] : others }
    })
  const change = useMutation<{ saved: boolean }, ApiError, boolean>({
    mutationKey: CHANGES,
    // Two presses in a row are two changes, one after the other: the last one counts.
    scope: { id: `favourite-${id}` },
    mutationFn: (save) => call(save ? saveFavourite : dropFavourite, { params: { id } }),
    onMutate: async (save) => {
      // An answer that is on its way knows nothing of this change.
      await client.cancelQueries({ queryKey: asked.queryKey })
      show(save)
    },
    onError: ({ message }, save) => {
      show(!save)
      toast.error(message)
    },
    // While another change is under way the server knows only the half of it.
    onSettled: () =>
      client.isMutating({ mutationKey: CHANGES }) > 1
        ? undefined
        : refresh(client, [readFavourites, searchFavourites]),
  })
  if (!may || !saved.data) return null
  return (
    <button
      type="button"
      aria-pressed={isSaved}
      aria-label={t('directory.favourites.save', { name })}
      onClick={() => change.mutate(!isSaved)}
      className={clsx(
        'grid size-11 place-items-center rounded-full bg-noche-950/60 text-white transition-colors hover:bg-noche-950/80',
        className,
      )}
    >
      <Heart
        aria-hidden
        className={clsx('size-5 transition-transform', isSaved && 'scale-110 fill-telon-400 text-telon-400')}
      />
    </button>
  )
}
