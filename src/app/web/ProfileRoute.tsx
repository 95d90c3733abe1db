import { lazy } from 'react'
import { ProfilePage } from '#features/projects/web/ProfilePage.tsx'

const Notices = lazy(async () => ({
  default: (await import('#features/notifications/web/SettingsCard.tsx')).SettingsCard,
}))

/** /profile with what the features above it show of an account. */
export const ProfileRoute = () => <ProfilePage Notices={Notices} />
