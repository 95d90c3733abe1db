import { useMutation } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { Suspense } from 'react'
import { tell } from '#core/web/ask.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { openThread, type ThreadSubject } from '../contract.ts'

// Fetched by whoever opens the conversation.
const ThreadPanel = later(async () => (await import('./ThreadPanel.tsx')).ThreadPanel)

/** The conversation about something, inside the page that the thing has: begun and shown once it is asked for. */
export function Talk({ about, title }: { about: ThreadSubject; title: string }) {
  const begin = useMutation(tell(openThread))
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      {begin.data ? (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <ThreadPanel id={begin.data.id} />
        </Suspense>
      ) : (
        <div>
          <Button
            variant="secondary"
            icon={<MessagesSquare aria-hidden />}
            isPending={begin.isPending}
            onPress={() => begin.mutate({ body: about })}
          >
            {title}
          </Button>
        </div>
      )}
      <FormError>{begin.error?.message}</FormError>
    </section>
  )
}
