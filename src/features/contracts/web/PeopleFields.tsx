import { type Control, useWatch } from 'react-hook-form'
import { partOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { contractPaperTexts } from './texts.ts'

const spoken = texts(contractPaperTexts)

/** Who signs and who pays in the buyer's place; without a name the buyer does. */
export interface People {
  signer: { name: string; role: string }
  payer: { name: string; tax_id: string }
}

/** Names who signs and who pays for the buyer. */
export function PeopleFields<Values extends People>({ control: all }: { control: Control<Values> }) {
  const { t } = useTexts(spoken)
  const control: Control<People> = partOf(all)
  const [signer, payer] = useWatch({ control, name: ['signer.name', 'payer.name'] })
  return (
    <>
      <FormText
        control={control}
        name="signer.name"
        shared
        label={t('papers.people.signer')}
        description={t('papers.people.signer_hint')}
        maxLength={120}
      />
      {signer.trim() !== '' && (
        <FormText
          control={control}
          name="signer.role"
          shared
          label={t('papers.people.role')}
          description={t('papers.people.role_hint')}
          maxLength={80}
        />
      )}
      <FormText
        control={control}
        name="payer.name"
        shared
        label={t('papers.people.payer')}
        description={t('papers.people.payer_hint')}
        maxLength={120}
      />
      {payer.trim() !== '' && (
        <FormText control={control} name="payer.tax_id" label={t('papers.people.tax_id')} maxLength={20} />
      )}
    </>
  )
}
