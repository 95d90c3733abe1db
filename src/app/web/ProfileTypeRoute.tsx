import { LimitNote } from '#features/plans/web/LimitNote.tsx'
import { MusicianProfileTypePage } from '#features/projects/web/MusicianProfileTypePage.tsx'

/** /musician-profile-type with what one's plan has room for. */
export const ProfileTypeRoute = () => <MusicianProfileTypePage limit={<LimitNote of="projects" />} />
