import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import type { MusicianRequest } from '#features/budgets/contract.ts'
import { Talk } from './Talk.tsx'
import { talkTexts } from './texts.ts'

const spoken = texts(talkTexts)

/** A musician's conversation with whoever asked them. */
export function RequestTalk({ request }: { request: MusicianRequest }) {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  return (
    <Talk
      about={{ request_id: request.id }}
      title={t('talk.with', { name: nameOf(request.hunter.first_name) })}
    />
  )
}
