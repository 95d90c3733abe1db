// How a session is kept in the browser; without any library, for the pages that are drawn ahead of time.

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
  language: 'es' | 'en'
  /** When the account will be deleted, as its owner asked. */
  delete_at: string | null
}

export interface CompletedSteps {
  isProfileInfoCompleted: boolean
  isVerificationStepCompleted: boolean
  isAvailabilityCompleted: boolean
}

/** What a browser keeps of a session. */
export interface Kept {
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

/** What is kept of nobody. */
export const NOBODY: Kept = {
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
export interface Stored {
  state: Kept
  version?: number
}

/** Long-term or session-only; a browser that refuses both (private mode) keeps nothing. */
function storageFor(remember: boolean): Storage | null {
  try {
    return remember ? localStorage : sessionStorage
  } catch {
    return null
  }
}

function readFrom(remember: boolean): Stored | null {
  try {
    const kept = JSON.parse(storageFor(remember)?.getItem(STORAGE_KEY) ?? 'null') as Stored | null
    // A copy in the storage that doesn't match its own rememberMe is ignored: the token is dropped.
    return kept?.state && kept.state.rememberMe === remember ? kept : null
  } catch {
    return null
  }
}

/** A session of this tab alone comes before the one that all tabs share. */
export function readKept(): Stored | null {
  const own = readFrom(false)
  return own?.state.accessToken ? own : (readFrom(true) ?? own)
}

/** `rememberMe` picks the storage; the other copy is removed (rule S-11). */
export function writeKept(value: Stored): void {
  storageFor(value.state.rememberMe)?.setItem(STORAGE_KEY, JSON.stringify(value))
  storageFor(!value.state.rememberMe)?.removeItem(STORAGE_KEY)
}

/** Forgets both copies. */
export function dropKept(): void {
  storageFor(true)?.removeItem(STORAGE_KEY)
  storageFor(false)?.removeItem(STORAGE_KEY)
}
