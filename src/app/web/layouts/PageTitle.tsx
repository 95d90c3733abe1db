import { useTranslation } from 'react-i18next'

/** The document's title, from the route table. */
export function PageTitle({ title }: { title: string }) {
  const { t } = useTranslation('common')
  return <title>{`${t(`titles.${title}`)} · ${t('app.name')}`}</title>
}
