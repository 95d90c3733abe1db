import { useMutation } from '@tanstack/react-query'
import { tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { cancelDeletion, previewDeletion } from '../contract.data.ts'
import { accountTexts } from './texts.ts'

const spoken = texts(accountTexts)

/** Takes the deletion back. */
export function CancelDeletionButton({ onChanged }: { onChanged: () => Promise<void> }) {
  const { t } = useTexts(spoken)
  const cancel = useMutation({
    ...tell(cancelDeletion, { refreshes: [previewDeletion] }),
    onSettled: async (_reply, error) => {
      await onChanged()
      if (!error) toast.success(t('deletion.kept'))
    },
  })
  return (
    <div className="flex flex-col gap-2">
      <Button className="self-start" isPending={cancel.isPending} onPress={() => cancel.mutate({})}>
        {t('deletion.keep')}
      </Button>
      <FormError>{cancel.error?.message}</FormError>
    </div>
  )
}
