import { MusicHomePage } from '#features/home/web/MusicHomePage.tsx'
import { OwnStudents, useOwnStudents } from '#features/lessons/booking/web/OwnStudents.tsx'

/** /music: a musician's home with whom they teach, which know nothing of each other and are asked for at once. */
export function MusicRoute() {
  const query = useOwnStudents()
  return <MusicHomePage students={<OwnStudents query={query} />} />
}
