import { Copy, MessageCircle, Printer, Share2 } from 'lucide-react'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { buttonStyle } from '#core/web/ui/buttonStyle.ts'
import { pressTexts } from './texts.ts'

const spoken = texts(pressTexts)

/** Hands a page on: to another app where the browser can, as a link, by WhatsApp, on paper. */
export function ShareButtons({ name, url }: { name: string; url: string }) {
  const { t } = useTexts(spoken)
  const text = t('directory.press.share_text', { name, url })
  const share = () =>
    navigator.share({ title: name, url }).catch((failure: unknown) => {
      // Who closes it again wanted nothing.
      if (!(failure instanceof DOMException && failure.name === 'AbortError'))
        toast.error(t('directory.press.share_failed'))
    })
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast.success(t('directory.press.copied')),
      () => toast.error(t('directory.press.not_copied')),
    )
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {typeof navigator !== 'undefined' && 'share' in navigator && (
        <Button icon={<Share2 aria-hidden />} onPress={() => void share()}>
          {t('directory.press.share')}
        </Button>
      )}
      <Button variant="secondary" icon={<Copy aria-hidden />} onPress={() => void copy()}>
        {t('directory.press.copy')}
      </Button>
      <a
        href={`https://wa.me/?text=${encodeURIComponent(text)}`}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonStyle('secondary')}
      >
        <MessageCircle aria-hidden className="size-[1.15em] shrink-0" />
        {t('directory.press.whatsapp')}
      </a>
      <Button variant="secondary" icon={<Printer aria-hidden />} onPress={() => print()}>
        {t('directory.press.print')}
      </Button>
    </div>
  )
}
