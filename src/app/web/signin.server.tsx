import type { Resource } from 'i18next'
import type { Language } from '#core/contract/language.ts'
import { BUILD_ORIGIN } from '#core/contract/origin.ts'
import { SignInPage } from '#features/accounts/web/SignInPage.tsx'
import { drawPage, speaking } from './drawing.tsx'
import { PageTitle } from './layouts/PageTitle.tsx'

/**
 * Draws the sign-in page ahead of time, as markup without React: its few moving parts are signin.ts.
 * @param resources every text, by language and namespace
 * @returns what goes into the head and what goes into the body
 */
export const renderSignIn = async (language: Language, resources: Resource) =>
  drawPage(
    <PageTitle title="signin">
      <SignInPage />
    </PageTitle>,
    { texts: await speaking(language, resources), address: '/signin', origin: BUILD_ORIGIN },
  )
