import { useMutation } from '@tanstack/react-query'
import { tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { keepAccount, previewDeletion } from '../contract.ts'
import { accountTexts } from './texts.ts'

const spoken = texts(accountTexts)

/** Takes the deletion back. */
export function CancelDeletionButton({ onChanged }: { onChanged: () => Promise<void> }) {
  const { t } = useTexts(spoken)
  const keep = useMutation({
    ...tell(keepAccount, { refreshes: [previewDeletion] }),
    onSettled: async (_reply, error) => {
      await onChanged()
      if (!error) toast.success(t('deletion.kept'))
    },
  })
  return (
    <div className="flex flex-col gap-2">
      <Button className="self-start" isPending={keep.isPending} onPress={() => keep.mutate({})}>
        {t('deletion.keep')}
      </Button>
      <FormError>{keep.error?.message}</FormError>
    </div>
  )
}
