import { MusicHomePage } from '#features/home/web/MusicHomePage.tsx'
import { OwnStudents, useOwnStudents } from '#features/lessons/booking/web/OwnStudents.tsx'

/** /music: a musician's home with whom they teach, which know nothing of each other and are asked for at once. */
export function MusicRoute() {
  const query = useOwnStudents()
  // Who comes next is the first of them.
  const at = query.data?.results[0]?.next_at
  return (
    <MusicHomePage
      students={<OwnStudents query={query} />}
      lesson={query.data && at ? { at, zone: query.data.zone } : null}
    />
  )
}
