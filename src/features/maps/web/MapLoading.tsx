import { useTranslation } from 'react-i18next'
import { HEIGHT } from '../rules.ts'

/** The map's room until it is there, so that nothing moves when it comes. */
export function MapLoading() {
  const { t } = useTranslation('functionality')
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
