// The moving parts of the sign-in page that was drawn ahead of time (signin.server.tsx): no library, a few KB.
import { NOBODY, readSession, storeSession } from '#core/web/storedSession.ts'
import { goToProvider } from '#features/accounts/web/identity.ts'
import { fetchApp, followStoredLanguage, isSignedIn, language, startApp } from './drawn.ts'

interface FormTexts {
  required: string
  connection: string
  generic: string
  session_over: string
  unauthorized: string
}
type FieldName = 'username' | 'password'

const form = document.querySelector<HTMLFormElement>('form[data-signin]')

// Signed in already, or back from an identity provider: the app knows what to do.
if (!form || isSignedIn() || /[?&](code|error)=/.test(location.search)) {
  // Nobody is asked for what isn't needed, not even for a moment.
  document.querySelector('#root')?.replaceChildren()
  startApp()
} else {
  followStoredLanguage()
  move(form)
}

function move(form: HTMLFormElement) {
  const texts = JSON.parse(form.dataset.texts ?? '{}') as FormTexts
  const input = (name: string) => form.elements.namedItem(name) as HTMLInputElement
  const submit = form.querySelector<HTMLButtonElement>('button[type=submit]')
  const kept = readSession()
  let isBusy = false

  const sayUnder = (name: FieldName, text: string) => {
    input(name).toggleAttribute('aria-invalid', Boolean(text))
    if (text) input(name).setAttribute('aria-invalid', 'true')
    show(form.querySelector(`[data-error=${name}]`), text)
  }
  const sayAbove = (text: string) => show(form.querySelector('[data-problem]'), text)
  const setBusy = (busy: boolean) => {
    isBusy = busy
    submit?.toggleAttribute('data-busy', busy)
    submit?.toggleAttribute('aria-disabled', busy)
    if (busy) submit?.setAttribute('aria-disabled', 'true')
  }

  input('remember').checked = kept?.state.rememberMe ?? false
  const before = kept?.state.error
  if (before) sayAbove(before === texts.unauthorized ? texts.session_over : before)

  form.querySelector('[data-show]')?.addEventListener('click', ({ currentTarget }) => {
    const shown = input('password').type === 'password'
    input('password').type = shown ? 'text' : 'password'
    ;(currentTarget as HTMLElement).setAttribute('aria-pressed', String(shown))
  })
  void offerIdentity(input('remember'), texts, sayAbove)
  // Whoever begins to type will want what comes after.
  form.addEventListener('focusin', fetchApp, { once: true })

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (isBusy) return
    const username = input('username').value.trim()
    const password = input('password').value
    const remember = input('remember').checked
    sayAbove('')
    sayUnder('username', username ? '' : texts.required)
    sayUnder('password', password ? '' : texts.required)
    if (!username || !password) {
      input(username ? 'password' : 'username').focus()
      return
    }
    setBusy(true)
    const { access, problem, fields } = await enter({ username, password, remember }, texts)
    if (access) {
      storeSession({
        state: {
          ...NOBODY,
          ...kept?.state,
          user: null,
          error: null,
          accessToken: access,
          rememberMe: remember,
        },
        version: 0,
      })
      startApp()
      return
    }
    setBusy(false)
    for (const name of ['username', 'password'] as const) sayUnder(name, fields?.[name] ?? '')
    if (!fields) sayAbove(problem ?? texts.generic)
    input('password').focus()
  })
}

function show(box: Element | null, text: string) {
  const words = box?.querySelector('span')
  if (!(box instanceof HTMLElement) || !words) return
  words.textContent = text
  box.hidden = !text
}

/** The same call as `login` of the accounts' contract, whose schemas would bring their library. */
async function enter(
  body: { username: string; password: string; remember: boolean },
  texts: FormTexts,
): Promise<{ access?: string; problem?: string; fields?: Partial<Record<FieldName, string>> }> {
  let response: Response
  try {
    response = await fetch('/api/auth/login/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify(body),
    })
  } catch {
    return { problem: texts.connection }
  }
  const answer = await response.json().catch(() => ({}))
  return response.ok ? { access: answer.access } : { problem: answer.message, fields: answer.fields }
}

/** Shows the identity provider's button where one is configured. */
async function offerIdentity(remember: HTMLInputElement, texts: FormTexts, sayAbove: (text: string) => void) {
  const button = document.querySelector<HTMLButtonElement>('[data-identity]')
  const response = await fetch('/api/auth/options/').catch(() => null)
  if (!button || !response?.ok || !(await response.json()).identity) return
  button.hidden = false
  button.addEventListener('click', async () => {
    if (button.hasAttribute('data-busy')) return
    button.setAttribute('data-busy', '')
    sayAbove('')
    const answer = await fetch('/api/auth/identity/start/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify({ remember: remember.checked }),
    }).catch(() => null)
    const start = await answer?.json().catch(() => null)
    if (answer?.ok)
      goToProvider({ url: start.url, flow: start.flow, remember: remember.checked, search: location.search })
    else {
      button.removeAttribute('data-busy')
      sayAbove(start?.message ?? texts.connection)
    }
  })
}
