import { create } from 'zustand'
import { type PersistStorage, persist } from 'zustand/middleware'
import { PROOF_NEEDED } from '#core/contract/proof.ts'
import { callAs } from '#core/web/ask.ts'
import {
  type CompletedSteps,
  NOBODY,
  readSession,
  removeSession,
  type SessionState,
  type SessionUser,
  STORAGE_KEY,
  storeSession,
} from './storedSession.ts'

export type { CompletedSteps, SessionProject, SessionUser } from './storedSession.ts'

interface Session extends SessionState {
  /** Signed in: stores the token, in long-term storage when `rememberMe`. */
  signIn(accessToken: string, rememberMe?: boolean): void
  setUser(user: SessionUser, completedSteps?: CompletedSteps): void
  /** Signed out by the person, or by a 401 with its error. */
  clear(error?: string | null): void
  set(change: Partial<SessionState>): void
}

const storage: PersistStorage<SessionState> = {
  getItem: readSession,
  setItem: (_name, value) => storeSession(value),
  removeItem: removeSession,
}

/** The client's session. Who may see what is decided on the server; this only remembers. */
export const useSession = create<Session>()(
  persist(
    (set) => ({
      ...NOBODY,
      signIn: (accessToken, rememberMe) =>
        set((state) => ({
          accessToken,
          rememberMe: rememberMe ?? state.rememberMe,
          user: null,
          error: null,
        })),
      setUser: (user, completedSteps) =>
        set((state) => ({
          user,
          error: null,
          musicProjectId: user.music_project_id,
          completedSteps: completedSteps ?? state.completedSteps,
        })),
      clear: (error = null) =>
        set({
          accessToken: null,
          user: null,
          error,
          lastAttemptedRoute: null,
          musicProjectId: null,
          selectedServices: [],
          pendingInvitations: [],
          completedSteps: NOBODY.completedSteps,
        }),
      set,
    }),
    {
      name: STORAGE_KEY,
      storage,
      partialize: ({ signIn: _1, setUser: _2, clear: _3, set: _4, ...state }) => state,
    },
  ),
)

callAs({
  token: () => useSession.getState().accessToken,
  onUnauthorized: (message) => useSession.getState().clear(message),
  // Seldom needed, so fetched then.
  satisfy: async (lack) =>
    lack === PROOF_NEEDED
      ? (await import('./ProofDialog.tsx')).askForProof()
      : (await import('./SecondSetup.tsx')).askForSecond(),
})

/** Another tab signed in, out or switched: this one follows, unless its session is its own. */
export function followOtherTabs() {
  addEventListener('storage', (event) => {
    if (event.key !== STORAGE_KEY && event.key !== null) return
    const { accessToken, rememberMe, set, clear } = useSession.getState()
    if (accessToken && !rememberMe) return
    if (event.newValue) void useSession.persist.rehydrate()
    else if (rememberMe) {
      // Nothing long-term is left; written there again, it would sign out the tab that went session-only.
      set({ rememberMe: false })
      clear()
    }
  })
}
