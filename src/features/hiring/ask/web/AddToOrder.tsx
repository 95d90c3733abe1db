import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ask, call } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { briefPath } from '#features/directory/rules.event.ts'
import { listOrders, type OrderSummary } from '#features/hiring/desk/contract.ts'
import { askTexts } from '#features/hiring/web/texts.ts'
import { useOrderChange } from '#features/hiring/web/useOrder.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { addMusician } from '../contract.ts'
import { additionAt } from '../rules.ts'
import { useOffer } from './useOffer.ts'

const spoken = texts(askTexts)

const NO_TIME = { day: null, starts: null, ends: null }

/** /order?musician=&add=: which of the hunter's orders a musician is added to. */
export function AddToOrder({ musician }: { musician: number }) {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  const who = useOffer(musician, NO_TIME, null)
  const orders = useQuery(ask(listOrders, { query: { when: 'open', limit: 50 } }))
  return (
    <Loaded
      query={who}
      waiting={<Skeleton className="h-96" />}
      failed={t('order.ask.load_failed')}
      refused={(error) =>
        error.status === 404 ? (
          <EmptyState
            as="h1"
            title={t('order.ask.missing')}
            action={<LinkButton to="/musics">{t('order.ask.search')}</LinkButton>}
          >
            {t('order.ask.missing_text')}
          </EmptyState>
        ) : undefined
      }
    >
      {({ name: own }) => {
        const name = nameOf(own)
        return (
          <div className="grid grid-cols-1 gap-6">
            <PageHeader
              eyebrow={t('order.ask.adding.eyebrow')}
              title={t('order.ask.adding.title', { name })}
            />
            <p className="-mt-3 max-w-reading text-ink-2">{t('order.ask.adding.intro')}</p>
            <Loaded
              query={orders}
              waiting={<Skeleton className="h-48" />}
              failed={t('order.ask.adding.failed')}
              isEmpty={({ results }) => !results.some(hasRoom)}
              empty={
                <EmptyState title={t('order.ask.adding.none')}>{t('order.ask.adding.none_text')}</EmptyState>
              }
            >
              {({ results }) => (
                <ul className="grid gap-3">
                  {results.filter(hasRoom).map((order) => (
                    <li key={order.id}>
                      <Choice order={order} musician={musician} name={name} />
                    </li>
                  ))}
                </ul>
              )}
            </Loaded>
            <p>
              <Link
                to={briefPath({}, musician)}
                className="inline-flex min-h-11 items-center font-medium text-accent"
              >
                {t('order.ask.adding.ask', { name })}
              </Link>
            </p>
          </div>
        )
      }}
    </Loaded>
  )
}

const hasRoom = ({ stage }: OrderSummary) => additionAt(stage) !== null

function Choice({ order, musician, name }: { order: OrderSummary; musician: number; name: string }) {
  const { t } = useTexts(spoken)
  const words = useWords()
  const { date } = useFormat()
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<string | null>(null)
  const add = useOrderChange(() => call(addMusician, { params: { id: order.id }, body: { musician } }), {
    onDone: () => {
      toast.success(t('order.ask.adding.done', { name }))
      navigate(`/order?id=${order.id}`)
    },
    onRefused: (failure) => setRefusal(failure.message),
  })
  const title = words.title(order)
  return (
    <article className="grid gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-semibold wrap-anywhere">{title}</h2>
          <p className="text-sm text-ink-2">
            {[order.starts_at && date(order.starts_at, order.zone, 'full'), words.stage(order.stage)]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <Button
          size="sm"
          isPending={add.isPending}
          aria-label={t('order.ask.adding.button_said', { order: title })}
          onPress={() => {
            setRefusal(null)
            add.mutate()
          }}
        >
          {t('order.ask.adding.button')}
        </Button>
      </div>
      <FormError>{refusal}</FormError>
    </article>
  )
}
