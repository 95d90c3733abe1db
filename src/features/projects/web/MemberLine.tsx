import { Crown } from 'lucide-react'
import { DEFAULT_CURRENCY } from '#core/contract/money.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Badge } from '#core/web/ui/Badge.tsx'
import { instrumentNames } from '#features/accounts/web/texts.ts'
import { pictureUrl } from '#features/files/contract.ts'
import { INSTRUMENTS, type Member } from '../contract.ts'
import { memberTexts } from './texts.ts'

const spoken = texts(memberTexts, instrumentNames)

const isInstrument = (name: string) => (INSTRUMENTS as readonly string[]).includes(name)

/** One member: what they do, and how they are paid where that is for the reader to see. */
export function MemberLine({ member, members }: { member: Member; members: readonly Member[] }) {
  const { t, word } = useTexts(spoken)
  const { money, percent } = useFormat()
  const stands_for = members.find(({ id }) => id === member.substitute_for)
  const instrument = (one: string) => word('business:terms.instruments', one)
  const facts = [
    // A function that is an instrument's key is said as people say it, and once.
    ...new Set([
      ...(member.function
        ? [isInstrument(member.function) ? instrument(member.function) : member.function]
        : []),
      ...member.instruments.map(instrument),
    ]),
  ]
  const pay = [
    // As it was shared out, to the hundredth.
    ...(member.share !== null ? [percent(member.share / 100, 2)] : []),
    ...(member.fee !== null ? [money(member.fee, DEFAULT_CURRENCY)] : []),
  ]
  return (
    <>
      <Avatar name={member.user.name} src={pictureUrl(member.profile_image, 'small')} />
      <div className="flex min-w-0 flex-1 flex-col gap-x-4 sm:flex-row sm:items-center">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 font-semibold break-words">
              {member.user.name}
              {member.is_you && <span className="font-normal text-ink-2"> {t('members.you')}</span>}
            </span>
            {member.role === 'OWNER' ? (
              <Badge tone="accent" icon={<Crown aria-hidden />}>
                {t('members.roles.OWNER')}
              </Badge>
            ) : stands_for ? (
              <Badge className="whitespace-normal!">
                {t('members.substitute_of', {
                  name: stands_for.user.name,
                  rank: member.substitute_rank ?? 1,
                })}
              </Badge>
            ) : (
              <Badge tone={member.required ? 'ok' : 'neutral'}>
                {t(member.required ? 'members.required' : 'members.optional')}
              </Badge>
            )}
          </p>
          <p className="text-sm text-ink-2">
            {facts.length > 0 ? facts.join(' · ') : t('members.no_function')}
          </p>
        </div>
        {pay.length > 0 && (
          <p className="text-sm font-medium tabular-nums sm:text-right">{pay.join(' · ')}</p>
        )}
      </div>
    </>
  )
}
