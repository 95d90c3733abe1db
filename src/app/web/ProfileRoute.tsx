import { later } from '#core/web/ui/later.tsx'
import { ProfilePage } from '#features/projects/web/ProfilePage.tsx'

const Notices = later(async () => (await import('#features/notifications/web/SettingsCard.tsx')).SettingsCard)

/** /profile with what the features above it show of an account. */
export const ProfileRoute = () => <ProfilePage Notices={Notices} />
