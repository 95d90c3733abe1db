import { useMutation } from '@tanstack/react-query'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useRef } from 'react'
import { tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { rateArticle } from '../contract.ts'
import type { ArticleKey } from '../rules.articles.ts'
import { voteTexts } from './texts.ts'

const spoken = texts(voteTexts)

/** Asks whether an answer of the help did help: counted once a day, and nobody is stored. */
export function DidItHelp({ of }: { of: ArticleKey }) {
  const { t } = useTexts(spoken)
  const place = useRef<HTMLParagraphElement>(null)
  const vote = useMutation(
    // The buttons go away: the keyboard goes on where the thanks stand.
    tell(rateArticle, { atOnce: true, onTold: () => place.current?.focus() }),
  )
  const say = (helped: boolean) => vote.mutate({ params: { article: of }, body: { helped } })
  return (
    <section aria-label={t('votes.ask')} className="flex flex-wrap items-center gap-3">
      <p ref={place} tabIndex={-1} role="status" className="font-semibold outline-none">
        {vote.data ? t(vote.data.counted ? 'votes.thanks' : 'votes.again') : t('votes.ask')}
      </p>
      {!vote.data && (
        <>
          <Button
            variant="secondary"
            size="sm"
            icon={<ThumbsUp aria-hidden />}
            isDisabled={vote.isPending}
            onPress={() => say(true)}
          >
            {t('votes.yes')}
          </Button>
          <Button
            variant="secondary"
            size="sm"
            icon={<ThumbsDown aria-hidden />}
            isDisabled={vote.isPending}
            onPress={() => say(false)}
          >
            {t('votes.no')}
          </Button>
        </>
      )}
      {vote.error && (
        <p role="alert" className="font-medium text-bad">
          {vote.error.message}
        </p>
      )}
    </section>
  )
}
