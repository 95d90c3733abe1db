import { texts, useTexts } from '#core/web/texts.ts'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { lessonTexts } from './texts.ts'

const spoken = texts(lessonTexts)

/** A page of who learns, for somebody whose account is for something else. */
export function NotYours() {
  const { t } = useTexts(spoken)
  return (
    <EmptyState
      title={t('lessons.not_yours')}
      action={
        <LinkButton to="/" variant="secondary">
          {t('lessons.not_yours_home')}
        </LinkButton>
      }
    >
      {t('lessons.not_yours_text')}
    </EmptyState>
  )
}
