// How a session is stored in the browser; without any library, for the pages that are drawn ahead of time.

import { readJson, storeJson } from '#core/web/storage.ts'

/** A project as the profile lists it. */
export interface SessionProject {
  id: number
  name: string
  profile_image: string | null
  owner: { id: number }
  project_type: { name: 'INDIVIDUAL' | 'GROUP' }
}

/** Who is signed in, as GET /auth/profile says. */
export interface SessionUser {
  id: number
  name: string
  email: string
  accountType: 'STUDENT' | 'TALENT_HUNTER' | 'MUSICIAN'
  permissions: string[]
  music_project: SessionProject[]
  /** The project this session acts as. */
  music_project_id: number | null
  verified: boolean
  /** They aren't of age, and no adult has opened their account. */
  awaits_guardian?: boolean
  language: 'es' | 'en'
  /** When the account will be deleted, as its owner asked. */
  delete_at: string | null
  /** The version of the terms that they accepted last. */
  terms_version: number
}

export interface CompletedSteps {
  isProfileInfoCompleted: boolean
  isVerificationStepCompleted: boolean
  isAvailabilityCompleted: boolean
}

/** What a browser stores of a session. */
export interface SessionState {
  accessToken: string | null
  rememberMe: boolean
  pendingInvitations: number[]
  user: SessionUser | null
  error: string | null
  lastAttemptedRoute: string | null
  musicProjectId: number | null
  selectedServices: number[]
  completedSteps: CompletedSteps
}

/** The key of both storages; the specification names it. */
export const STORAGE_KEY = 'auth-storage'

/** The session of nobody. */
export const NOBODY: SessionState = {
  accessToken: null,
  rememberMe: false,
  pendingInvitations: [],
  user: null,
  error: null,
  lastAttemptedRoute: null,
  musicProjectId: null,
  selectedServices: [],
  completedSteps: {
    isProfileInfoCompleted: false,
    isVerificationStepCompleted: false,
    isAvailabilityCompleted: false,
  },
}

/** As zustand writes it. */
export interface StoredSession {
  state: SessionState
  version?: number
}

/** Long-term or for this tab alone. */
const kindOf = (remember: boolean) => (remember ? 'local' : 'session')

function readFrom(remember: boolean): StoredSession | null {
  const stored = readJson(kindOf(remember), STORAGE_KEY) as StoredSession | null
  // A copy in the storage that doesn't match its own rememberMe is ignored: the token is dropped.
  return stored?.state && stored.state.rememberMe === remember ? stored : null
}

/** A session of this tab alone comes before the one that all tabs share. */
export function readSession(): StoredSession | null {
  const own = readFrom(false)
  return own?.state.accessToken ? own : (readFrom(true) ?? own)
}

/** `rememberMe` picks the storage; the other copy is removed (rule S-11). */
export function storeSession(value: StoredSession): void {
  storeJson(kindOf(value.state.rememberMe), STORAGE_KEY, value)
  storeJson(kindOf(!value.state.rememberMe), STORAGE_KEY, null)
}

/** Removes both copies. */
export function removeSession(): void {
  storeJson('local', STORAGE_KEY, null)
  storeJson('session', STORAGE_KEY, null)
}
