import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Planks } from '#core/web/ui/Planks.tsx'
import { logout } from '../contract.ts'
import { useSession } from './session.ts'
import { entryTexts } from './texts.ts'

const spoken = texts(entryTexts)

/** Ends the session on the server and here; a server that can't be reached doesn't keep anybody in. */
export function LogoutPage() {
  const { t } = useTexts(spoken)
  const navigate = useNavigate()
  const client = useQueryClient()
  useEffect(() => {
    const signOut = async () => {
      const { accessToken, clear } = useSession.getState()
      const ended = accessToken ? call(logout).catch(() => {}) : null
      // Other tabs hear it from this one, before the server ends what they have open: they would take it for a refusal.
      clear()
      await ended
      client.clear()
      void navigate('/signin', { replace: true })
    }
    void signOut()
  }, [navigate, client])
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-5 bg-bg p-5">
      <Planks className="w-24 animate-pulse text-ink-3" />
      <h1 className="title-card" role="status">
        {t('logout.leaving')}
      </h1>
    </main>
  )
}
