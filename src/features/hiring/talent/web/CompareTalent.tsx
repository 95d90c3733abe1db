import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Dialog } from '#core/web/ui/Dialog.tsx'
import type { Order } from '#features/hiring/desk/contract.ts'
import { ArtistLink } from '#features/hiring/web/ArtistLink.tsx'
import { Level } from '#features/hiring/web/Level.tsx'
import { useSentence } from '#features/hiring/web/sentences.ts'
import { deskTexts, talentTexts } from '#features/hiring/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { HearButton } from '#features/media/web/HearButton.tsx'
import { type Candidate, FIT_PARTS } from '../contract.ts'

const spoken = texts(deskTexts, talentTexts)

/** Up to four candidates of a slot side by side, fact by fact. */
export function CompareTalent({
  order,
  candidates,
  currency,
  onClose,
}: {
  order: Order
  candidates: readonly Candidate[]
  currency: string
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const words = useWords()
  const say = useSentence()
  const { money, number, nameOf } = useFormat()
  const least = Math.min(...candidates.map((one) => one.price))
  const most = Math.max(...candidates.map((one) => one.fit))
  return (
    <Dialog
      title={t('order.talent.compare_title')}
      closeLabel={t('order.page.close')}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      maxWidth={1040}
    >
      <section
        className="overflow-x-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('order.talent.compare_title')}
      >
        <table className="w-full min-w-120 border-collapse text-sm">
          <thead>
            <tr>
              <td className="w-32" />
              {candidates.map((one) => (
                <th key={one.project_id} scope="col" className="min-w-40 p-3 text-left align-top">
                  <Avatar name={nameOf(one.name)} src={one.profile_image} size="lg" className="mb-2" />
                  <span className="block text-base font-semibold">
                    <ArtistLink project_id={one.project_id} name={one.name} order={order} />
                  </span>
                  <span className="block font-normal text-ink-2">{one.city}</span>
                  {one.has_sound && (
                    <HearButton project={{ id: one.project_id, name: nameOf(one.name) }} className="mt-2" />
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="[&_td]:border-t [&_td]:border-line [&_td]:p-3 [&_td]:align-top [&_th]:border-t [&_th]:border-line [&_th]:py-3 [&_th]:pr-3 [&_th]:text-left [&_th]:align-top [&_th]:font-semibold">
            <tr>
              <th scope="row">{t('order.talent.fit_long')}</th>
              {candidates.map((one) => (
                <td key={one.project_id} className="font-display wide-110 text-2xl">
                  <span className={one.fit === most ? 'text-ok' : undefined}>{one.fit}</span>
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">{t('order.talent.price')}</th>
              {candidates.map((one) => (
                <td key={one.project_id} className="font-semibold tabular-nums">
                  <span className={one.price === least ? 'text-ok' : undefined}>
                    {money(one.price, currency)}
                  </span>
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">{t('order.talent.offers')}</th>
              {candidates.map((one) => (
                <td key={one.project_id}>
                  {[
                    words.lineUp(one.format),
                    ...one.genres.map(words.genre),
                    ...(one.includes_sound ? [t('order.talent.brings_sound')] : []),
                  ].join(' · ')}
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">{t('order.talent.played')}</th>
              {candidates.map((one) => (
                <td key={one.project_id}>{number(one.gigs_played)}</td>
              ))}
            </tr>
            {FIT_PARTS.map((name) => (
              <tr key={name}>
                <th scope="row">{t(`order.talent.parts.${name}`)}</th>
                {candidates.map((one) => {
                  const part = one.parts.find((each) => each.name === name)
                  return (
                    <td key={one.project_id}>
                      {part && (
                        <>
                          <Level share={part.points / part.max} lamps={5} className="mb-1.5 h-2 max-w-24" />
                          {say(part.reason)}
                        </>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Dialog>
  )
}
