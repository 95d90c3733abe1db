import { create } from 'zustand'
import { storeText } from './storage.ts'

export type Theme = 'light' | 'dark'

/** Light "Ensayo" or dark "Función"; index.html put it on the document before the first paint. */
export const useTheme = create<{ theme: Theme; setTheme(theme: Theme): void }>((set) => ({
  // The landing is also drawn where there is no document.
  theme: globalThis.document?.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
  setTheme: (theme) => {
    document.documentElement.dataset.theme = theme
    storeText('local', 'theme', theme)
    set({ theme })
  },
}))
