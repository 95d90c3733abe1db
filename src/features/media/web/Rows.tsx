import { useMutation } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, GripVertical, Trash2, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import {
  type MediaKind,
  orderMedia,
  readOwnMedia,
  readProjectMedia,
  removeMedia,
  restoreMedia,
} from '../contract.ts'
import { editTexts, mediaRefusals } from './texts.ts'

const spoken = texts(editTexts, mediaRefusals)

/** What is asked again after something changed. */
export const REFRESHES = [readOwnMedia, readProjectMedia]

/** Where `moved` comes to stand when it takes the place of `onto`. */
const placed = (ids: readonly number[], moved: number, onto: number): number[] => {
  const to = ids.indexOf(onto)
  const rest = ids.filter((id) => id !== moved)
  return [...rest.slice(0, to), moved, ...rest.slice(to)]
}

/** Photos, sounds or links in their order: moved by dragging or by their buttons, taken down and brought back. */
export function Rows<Item extends { id: number; title: string }>({
  project_id,
  kind,
  items,
  resting,
  nameOf,
  children,
}: {
  project_id: number
  kind: MediaKind
  items: readonly Item[]
  resting: readonly number[]
  nameOf: (item: Item, n: number) => string
  children: (item: Item) => ReactNode
}) {
  const { t } = useTexts(spoken)
  const [order, setOrder] = useState<readonly number[] | null>(null)
  const [said, setSaid] = useState('')
  const [removed, setRemoved] = useState<{ id: number; title: string } | null>(null)
  const dragged = useRef<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const undo = useRef<HTMLButtonElement>(null)
  const focus = useRef<string | null>(null)
  const put = useMutation(tell(orderMedia, { refreshes: REFRESHES }))
  const remove = useMutation(tell(removeMedia, { refreshes: REFRESHES }))
  const restore = useMutation(tell(restoreMedia, { refreshes: REFRESHES }))
  const params = { id: project_id }

  const shown = order ? [...items].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id)) : items
  const ids = shown.map(({ id }) => id)
  useEffect(() => {
    // Where a row moved, the keyboard moves with it.
    const wanted = focus.current && list.current?.querySelector<HTMLButtonElement>(focus.current)
    if (!wanted) return
    const able = wanted.disabled
      ? wanted.parentElement?.querySelector<HTMLButtonElement>('button:enabled')
      : wanted
    able?.focus()
    focus.current = null
  })
  useEffect(() => {
    // The pressed button went with its row: the keyboard goes on where it can be brought back.
    if (removed) undo.current?.focus()
  }, [removed])

  const move = (next: readonly number[], moved: number) => {
    const n = next.indexOf(moved)
    const item = shown.find(({ id }) => id === moved)
    if (!item || next.join() === ids.join()) return
    setOrder(next)
    setSaid(t('media.edit.placed', { title: nameOf(item, n), n: n + 1, count: next.length }))
    put.mutate(
      { params, body: { kind, ids: [...next] } }, // Only once the list has come in its new order: it would jump back otherwise.
      { onSettled: () => setOrder(null) },
    )
  }
  const step = (id: number, by: 1 | -1) => {
    const onto = ids[ids.indexOf(id) + by]
    if (onto === undefined) return
    focus.current = `[data-move="${id} ${by}"]`
    move(placed(ids, id, onto), id)
  }
  return (
    <div>
      <ul ref={list} className="flex flex-col">
        {shown.map((item, n) => {
          const title = nameOf(item, n)
          return (
            <li
              key={item.id}
              data-media={item.id}
              onDragOver={(event) => {
                if (dragged.current === null) return
                event.preventDefault()
                setOver(item.id)
              }}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged.current !== null) move(placed(ids, dragged.current, item.id), dragged.current)
                setOver(null)
              }}
              className={`flex flex-wrap items-center gap-3 border-b border-line py-4 last:border-b-0 ${over === item.id ? 'bg-surface-2' : ''}`}
            >
              {/* biome-ignore lint/a11y/noStaticElementInteractions: for pointers alone; by keyboard the buttons beside it move */}
              <span
                draggable
                title={t('media.edit.handle', { title })}
                onDragStart={(event) => {
                  dragged.current = item.id
                  event.dataTransfer.effectAllowed = 'move'
                  event.dataTransfer.setData('text/plain', title)
                }}
                onDragEnd={() => {
                  dragged.current = null
                  setOver(null)
                }}
                className="hidden cursor-grab text-ink-3 sm:block"
              >
                <GripVertical aria-hidden className="size-5" />
              </span>
              <div className="min-w-0 flex-1 basis-56">
                {children(item)}
                {resting.includes(item.id) && (
                  <span className="mt-2 block">
                    <Badge tone="warn">{t('media.edit.resting')}</Badge>
                  </span>
                )}
              </div>
              <span className="flex">
                {([-1, 1] as const).map((by) => (
                  <Button
                    key={by}
                    variant="quiet"
                    isIconOnly
                    data-move={`${item.id} ${by}`}
                    isDisabled={by === -1 ? n === 0 : n === shown.length - 1}
                    icon={by === -1 ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />}
                    aria-label={t(by === -1 ? 'media.edit.up' : 'media.edit.down', { title })}
                    onPress={() => step(item.id, by)}
                  />
                ))}
                <Button
                  variant="quiet"
                  isIconOnly
                  icon={<Trash2 aria-hidden />}
                  aria-label={t('media.edit.remove', { title })}
                  isPending={remove.isPending && remove.variables?.params?.media_id === item.id}
                  onPress={() =>
                    remove.mutate(
                      { params: { ...params, media_id: item.id } },
                      {
                        onSuccess: () => {
                          setRemoved({ id: item.id, title })
                          setSaid('')
                        },
                      },
                    )
                  }
                />
              </span>
            </li>
          )
        })}
      </ul>
      <FormError>{put.error?.message ?? remove.error?.message ?? restore.error?.message}</FormError>
      <div role="status" className="text-sm text-ink-2">
        {removed ? (
          <span className="mt-3 flex flex-wrap items-center gap-3 rounded-control bg-surface-2 p-3">
            {t('media.edit.removed', { title: removed.title })}
            <Button
              ref={undo}
              variant="secondary"
              size="sm"
              icon={<Undo2 aria-hidden />}
              isPending={restore.isPending}
              onPress={() =>
                restore.mutate(
                  { params: { ...params, media_id: removed.id } },
                  {
                    onSuccess: () => {
                      setSaid(t('media.edit.restored', { title: removed.title }))
                      focus.current = `[data-move="${removed.id} -1"]`
                      setRemoved(null)
                    },
                  },
                )
              }
            >
              {t('media.edit.undo')}
            </Button>
          </span>
        ) : (
          <span className="sr-only">{said}</span>
        )}
      </div>
    </div>
  )
}
