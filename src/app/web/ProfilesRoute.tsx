import { LimitNote } from '#features/plans/web/LimitNote.tsx'
import { ProfilesPage } from '#features/projects/web/ProfilesPage.tsx'

/** /profiles with what one's plan has room for. */
export const ProfilesRoute = () => <ProfilesPage limit={<LimitNote of="projects" />} />
