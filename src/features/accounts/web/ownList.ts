import type { PERSONAL } from '#core/web/storage.ts'
import { type StoredList, storedList } from '#core/web/storedList.ts'
import { useSession } from './session.ts'

/**
 * Rows that this browser stores of whoever is signed in: like the session itself, for whoever stays signed in, else in this
 * tab; gone with the session (core/web/storage.ts#PERSONAL).
 */
export const ownList = <Row>(name: keyof typeof PERSONAL): StoredList<Row> =>
  storedList(name, () => {
    const { user, rememberMe } = useSession.getState()
    return { user_id: user?.id, kind: rememberMe ? 'local' : 'session' }
  })
