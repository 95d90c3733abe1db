import { useMutation } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { CopyField } from '#core/web/ui/CopyField.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { QrCode } from '#core/web/ui/QrCode.tsx'
import { makeReferralCode, type Referrals, readReferrals } from '../contract.ts'
import { referralTexts } from './texts.ts'

const spoken = texts(referralTexts)

/** The link and the code to invite with; before there is one, the way to get it. */
export function InviteCard({ referrals: { code, link } }: { referrals: Referrals }) {
  return code && link ? <Code code={code} link={link} /> : <NoCode />
}

function NoCode() {
  const { t } = useTexts(spoken)
  const make = useMutation(tell(makeReferralCode, { refreshes: [readReferrals] }))
  return (
    <Card title={t('referrals.start.title')}>
      <p className="text-ink-2">{t('referrals.start.text')}</p>
      <FormError>{make.error?.message}</FormError>
      <Button className="mt-4" onPress={() => make.mutate({})} isPending={make.isPending}>
        {t('referrals.start.button')}
      </Button>
    </Card>
  )
}

function Code({ code, link }: { code: string; link: string }) {
  const { t } = useTexts(spoken)
  const said = { copied: t('referrals.invite.copied'), notCopied: t('referrals.invite.not_copied') }
  return (
    <Card title={t('referrals.invite.title')}>
      <div className="flex flex-col gap-5">
        <CopyField
          label={t('referrals.invite.link')}
          value={link}
          said={{ copy: t('referrals.invite.copy_link'), ...said }}
        >
          {t('referrals.invite.link_help')}
        </CopyField>
        <CopyField
          label={t('referrals.invite.code')}
          value={code}
          said={{ copy: t('referrals.invite.copy_code'), ...said }}
        >
          {t('referrals.invite.code_help')}
        </CopyField>
        <ShareButton link={link} />
        <QrCode text={link} label={t('referrals.invite.qr')} />
      </div>
    </Card>
  )
}

/** Hands the link to another app, where the browser can. */
function ShareButton({ link }: { link: string }) {
  const { t } = useTexts(spoken)
  if (typeof navigator === 'undefined' || !('share' in navigator)) return null
  const share = () =>
    navigator.share({ text: t('referrals.invite.share_text'), url: link }).catch((failure: unknown) => {
      // Who closes it again wanted nothing.
      if (!(failure instanceof DOMException && failure.name === 'AbortError'))
        toast.error(t('referrals.invite.share_failed'))
    })
  return (
    <Button className="self-start" icon={<Share2 aria-hidden />} onPress={() => void share()}>
      {t('referrals.invite.share')}
    </Button>
  )
}
