import { useInfiniteQuery } from '@tanstack/react-query'
import { askPages } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { listMembers } from '../contract.ts'
import { MemberLine } from './MemberLine.tsx'
import { memberTexts } from './texts.ts'

const spoken = texts(memberTexts)

/** Who plays in a band, as a collaborator sees it: everybody's part, and the money of oneself alone. */
export function BandCard({ project_id }: { project_id: number }) {
  const { t } = useTexts(spoken)
  const list = useInfiniteQuery(askPages(listMembers, { params: { id: project_id }, query: { limit: 100 } }))
  return (
    <Card title={t('members.title')}>
      <LoadedPages query={list} waiting={<Skeleton className="h-16" />}>
        {(members, foot) => (
          <>
            <p className="mb-4 text-sm text-ink-2">{t('members.own_pay')}</p>
            <ul className="divide-y divide-line">
              {members.map((member) => (
                <li key={member.id} className="flex items-center gap-4 py-4 first:pt-0 last:pb-0">
                  <MemberLine member={member} members={members} />
                </li>
              ))}
            </ul>
            {foot}
          </>
        )}
      </LoadedPages>
    </Card>
  )
}
