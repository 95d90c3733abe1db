import { later } from '#core/web/ui/later.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { InstrumentsPage } from '#features/instruments/web/InstrumentsPage.tsx'

const LearnedPage = later(async () => (await import('#features/instruments/web/LearnedPage.tsx')).LearnedPage)

/** /instruments: of a project, or of who learns. */
export function InstrumentsRoute() {
  const account = useSession((session) => session.user?.accountType)
  return account === 'STUDENT' ? <LearnedPage /> : <InstrumentsPage />
}
