import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { ask, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { TextBox } from '#core/web/ui/TextBox.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import type { LessonModality } from '../../contract.ts'
import { type LessonOffer, readOffer } from '../../finding/contract.ts'
import { askedOf } from '../../finding/web/asked.ts'
import { StartPicker } from '../../finding/web/StartPicker.tsx'
import { LessonTime } from '../../web/LessonTime.tsx'
import { NotYours } from '../../web/NotYours.tsx'
import { OfferPrices } from '../../web/OfferPrices.tsx'
import { ownZone } from '../../web/ownZone.ts'
import { bookingTexts, findingTexts, lessonRefusals } from '../../web/texts.ts'
import { useOfferWords } from '../../web/useOfferWords.ts'
import { bookLesson, type LessonPackage, orderPackage, readStudentDesk } from '../contract.ts'
import { HowHeld } from './HowHeld.tsx'
import { LESSON_PAGES } from './refreshes.ts'
import { SeriesForm } from './SeriesForm.tsx'

const spoken = texts(findingTexts, bookingTexts, lessonRefusals)

const WAYS = ['trial', 'single', 'weekly', 'package'] as const
type Way = (typeof WAYS)[number]

/** /student/book/:id: a trial, one lesson, a weekly series by a package, or a package. */
export function BookPage() {
  const { t } = useTexts(spoken)
  const id = Number(useParams().id) || 0
  const learns = useSession((session) => session.user?.accountType === 'STUDENT')
  const offer = useQuery(ask(readOffer, { params: { id } }))
  const desk = useQuery({ ...ask(readStudentDesk), enabled: learns })
  if (!learns)
    return (
      <div className="page-width flex flex-col gap-6">
        <PageHeader title={t('lessons.book.untitled')} />
        <NotYours />
      </div>
    )
  return (
    <div className="page-width flex flex-col gap-6">
      <PageHeader
        title={
          offer.data?.teacher
            ? t('lessons.book.title', { name: offer.data.teacher })
            : t('lessons.book.untitled')
        }
        actions={
          <LinkButton to="/student" variant="secondary">
            {t('lessons.book.back')}
          </LinkButton>
        }
      />
      <Loaded
        query={offer}
        waiting={<Skeleton className="h-96 rounded-card" />}
        failed={t('lessons.book.failed')}
      >
        {(data) => (
          <Loaded
            query={desk}
            waiting={<Skeleton className="h-96 rounded-card" />}
            failed={t('lessons.desk.failed')}
          >
            {({ packages }) => (
              <Booking
                offer={data.offer}
                hasTrial={data.trial}
                city={data.city}
                teacher_zone={data.zone}
                packages={packages.filter(
                  ({ service_id, state, left }) => service_id === id && state === 'active' && left > 0,
                )}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </div>
  )
}

function Booking({
  offer,
  hasTrial,
  city,
  teacher_zone,
  packages,
}: {
  offer: LessonOffer
  hasTrial: boolean
  city: string | null
  teacher_zone: string
  packages: readonly LessonPackage[]
}) {
  const { t } = useTexts(spoken)
  const words = useOfferWords()
  const [params] = useSearchParams()
  const may: Record<Way, boolean> = {
    trial: hasTrial,
    single: offer.price !== null,
    weekly: packages.length > 0,
    package: offer.packages.length > 0,
  }
  const ways = WAYS.filter((way) => may[way])
  const [way, setWay] = useState<Way | undefined>(
    params.get('package') && may.weekly ? 'weekly' : (ways[0] ?? undefined),
  )
  // As they looked for it, where they did.
  const [chosen, setChosen] = useState(askedOf(params).modality ?? null)
  const modality = offer.modality === 'both' ? chosen : offer.modality
  const pack = packages.find(({ id }) => id === Number(params.get('package'))) ?? packages[0]
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)]">
      <Card title={offer.title}>
        <p className="mb-4 text-ink-2">{words(offer)}</p>
        <OfferPrices offer={offer} />
        <p className="mt-4 text-sm text-ink-2">{t('lessons.book.rules')}</p>
      </Card>
      <Card title={t('lessons.book.what')}>
        {ways.length === 0 || !way ? (
          <p className="text-ink-2">{t('lessons.book.on_request')}</p>
        ) : (
          <div className="flex flex-col gap-5">
            <SegmentedControl
              label={t('lessons.book.what')}
              options={ways.map((value) => ({ value, label: t(`lessons.book.ways.${value}`) }))}
              value={way}
              onChange={setWay}
            />
            {way !== 'package' && <HowHeld offer={offer} city={city} chosen={chosen} onChoose={setChosen} />}
            {way === 'package' ? (
              <BuyPackage offer={offer} />
            ) : way === 'weekly' && pack ? (
              <SeriesForm pack={pack} modality={modality} teacher_zone={teacher_zone} />
            ) : (
              <AskOne
                key={way}
                kind={way === 'trial' ? 'trial' : 'single'}
                offer={offer}
                modality={modality}
                zone={teacher_zone}
              />
            )}
          </div>
        )}
      </Card>
    </div>
  )
}

function AskOne({
  kind,
  offer,
  modality,
  zone: other,
}: {
  kind: 'trial' | 'single'
  offer: LessonOffer
  /** null: still to be said. */
  modality: LessonModality | null
  zone: string
}) {
  const { t } = useTexts(spoken)
  const navigate = useNavigate()
  const zone = ownZone()
  const [chosen, setChosen] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const book = useMutation(
    tell(bookLesson, {
      refreshes: LESSON_PAGES,
      onTold: ({ id }) => {
        toast.success(t('lessons.book.asked'))
        void navigate(`/calendar?lesson=${id}`)
      },
    }),
  )
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!chosen || !modality) return
        book.mutate({
          body: { service_id: offer.service_id, kind, starts_at: chosen, modality, note: note.trim() },
        })
      }}
    >
      <StartPicker service_id={offer.service_id} zone={zone} chosen={chosen} onChoose={setChosen} />
      <TextBox
        label={t('lessons.book.note')}
        description={t('lessons.book.note_help')}
        shared
        rows={3}
        maxLength={500}
        value={note}
        onChange={setNote}
      />
      {chosen && (
        <p role="status">
          <LessonTime starts_at={chosen} zone={zone} other={other} />
        </p>
      )}
      <FormError>{book.error?.message}</FormError>
      {chosen && !modality && <p className="text-warn">{t('errors.lessons.modality')}</p>}
      <Button
        type="submit"
        isDisabled={!chosen || !modality}
        isPending={book.isPending}
        className="self-start"
      >
        {t(`lessons.book.ask_${kind}`)}
      </Button>
    </form>
  )
}

function BuyPackage({ offer }: { offer: LessonOffer }) {
  const { t } = useTexts(spoken)
  const { money } = useFormat()
  const navigate = useNavigate()
  const [size, setSize] = useState(String(offer.packages[0]?.size ?? ''))
  const order = useMutation(
    tell(orderPackage, {
      refreshes: LESSON_PAGES,
      onTold: () => {
        toast.success(t('lessons.book.ordered'))
        void navigate('/student')
      },
    }),
  )
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        order.mutate({ body: { service_id: offer.service_id, size: Number(size) } })
      }}
    >
      <SegmentedControl
        label={t('lessons.book.size')}
        options={offer.packages.map(({ size: value, price }) => ({
          value: String(value),
          label: t('lessons.book.size_price', { count: value, price: money(price, offer.currency) }),
        }))}
        value={size}
        onChange={setSize}
      />
      <p className="text-ink-2">{t('lessons.book.package_text')}</p>
      <FormError>{order.error?.message}</FormError>
      <Button type="submit" isPending={order.isPending} className="self-start">
        {t('lessons.book.order')}
      </Button>
    </form>
  )
}
