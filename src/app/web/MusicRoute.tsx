import { MusicHomePage } from '#features/home/web/MusicHomePage.tsx'
import { OwnStudents } from '#features/lessons/booking/web/OwnStudents.tsx'

/** /music: a musician's home with whom they teach, which know nothing of each other. */
export const MusicRoute = () => <MusicHomePage Students={OwnStudents} />
