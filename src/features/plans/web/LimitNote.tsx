import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ask } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { readMembership } from '../contract.ts'
import { limitTexts } from './texts.ts'

const spoken = texts(limitTexts)

/** How much of a limit is used, and what to do once nothing is left; nothing where there is no limit. */
export function LimitNote({ of }: { of: 'projects' | 'active_services' | 'media' }) {
  const { t } = useTexts(spoken)
  const { data } = useQuery(ask(readMembership))
  const limit = data?.entitlements[of]
  if (!data || limit === null || limit === undefined) return null
  const used =
    of === 'projects' ? data.projects.length : of === 'active_services' ? data.services.length : null
  const isFull = used !== null && used >= limit
  return (
    <p className={`text-sm ${isFull ? 'text-warn' : 'text-ink-2'}`}>
      {t(`limits.${of}`, { used: used ?? 0, limit })} {isFull && of !== 'media' && t(`limits.${of}_full`)}{' '}
      <Link to="/membership" className="font-semibold text-accent underline underline-offset-4">
        {t('limits.see')}
      </Link>
    </p>
  )
}
