import type { Resource } from 'i18next'
import type { Language } from '#core/contract/language.ts'
import { BUILD_ORIGIN } from '#core/contract/origin.ts'
import { FeaturedSlot } from '#features/home/web/FeaturedSlot.tsx'
import { WelcomePage } from '#features/home/web/WelcomePage.tsx'
import { drawPage, speaking } from './drawing.tsx'

/**
 * Draws the landing ahead of time, as markup without React: its few moving parts are landing.ts.
 * @param resources every text, by language and namespace
 * @returns what goes into the head and what goes into the body
 */
export const renderLanding = async (language: Language, resources: Resource) =>
  drawPage(<WelcomePage featured={<FeaturedSlot />} />, {
    texts: await speaking(language, resources),
    address: '/welcome',
    origin: BUILD_ORIGIN,
  })
