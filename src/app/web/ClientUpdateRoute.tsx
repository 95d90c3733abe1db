import { queryClient } from '#core/web/queryClient.ts'
import { SignUpClientUpdatePage } from '#features/accounts/web/SignUpClientUpdatePage.tsx'
import { loadProfile } from './profile.ts'

/** /signup-client-update; what was said there is in the profile that every page reads. */
export const ClientUpdateRoute = () => <SignUpClientUpdatePage onSaved={() => loadProfile(queryClient)} />
