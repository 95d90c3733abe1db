import { texts, useTexts } from '#core/web/texts.ts'
import { useSession } from '#features/accounts/web/session.ts'
import type { NotificationSettings, NotificationType } from '../contract.ts'
import { nameOf } from '../rules.delivery.ts'
import type { Changes } from './settings.ts'
import { TypeRow } from './TypeRow.tsx'
import { notificationTexts } from './texts.ts'
import { TYPE_ICONS } from './typeIcons.ts'

const spoken = texts(notificationTexts)

/** E-mail and push, kind by kind. */
export function EachType({
  types,
  onChange,
}: {
  types: NotificationSettings['types']
  onChange: (changes: Changes) => void
}) {
  const { t } = useTexts(spoken)
  const account_type = useSession((session) => session.user?.accountType ?? 'STUDENT')
  return (
    <ul className="mt-2 flex flex-col divide-y divide-line">
      {types.map(({ type, email, push }) => (
        <li key={type}>
          <TypeRow
            icon={<Sign type={type} />}
            name={t(`notifications.types.${nameOf(type, account_type)}`)}
            email={email}
            push={push}
            onEmail={(choice) => onChange({ types: [{ type, email: choice }] })}
            onPush={(choice) => onChange({ types: [{ type, push: choice }] })}
          />
        </li>
      ))}
    </ul>
  )
}

function Sign({ type }: { type: NotificationType }) {
  const Icon = TYPE_ICONS[type]
  return <Icon aria-hidden className="size-5 shrink-0 text-ink-2" strokeWidth={1.75} />
}
