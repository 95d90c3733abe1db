import { texts, useTexts } from '#core/web/texts.ts'
import { HEIGHT } from '../rules.ts'
import { mapTexts } from './texts.ts'

const spoken = texts(mapTexts)

/** The map's room until it is there, so that nothing moves when it comes. */
export function MapLoading() {
  const { t } = useTexts(spoken)
  return (
    <p
      role="status"
      className="grid place-items-center rounded-card border border-line bg-surface-2 text-ink-2"
      style={{ height: HEIGHT }}
    >
      {t('map.loading')}
    </p>
  )
}
