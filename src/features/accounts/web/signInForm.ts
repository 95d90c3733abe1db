// What moves the sign-in form, with the browser's own means: the page that is drawn ahead of time has no library, and
// the app's page is the same form. The elements are SignInForm's; the data- attributes say which is which.
import type { Language } from '#core/contract/language.ts'
import { startIdentity } from '../contract.identity.ts'
import type { SignedIn } from '../contract.second.ts'
import { login, signInOptions } from '../contract.ts'
import { goToProvider } from './identity.ts'
import type { PendingSecond } from './pendingSecond.ts'

/** The sentences that the form may have to say; SignInForm writes them into `data-texts`. */
export interface SignInTexts {
  required: string
  connection: string
  generic: string
  session_over: string
  unauthorized: string
}

const FIELDS = ['username', 'password'] as const
type Answer<Reply> =
  | { reply: Reply }
  | { reply?: never; problem?: string; fields?: Partial<Record<string, string>> }

/**
 * Moves a sign-in form until `stop` is called.
 * @param options.remember how "remember me" stands at first
 * @param options.enter what happens with the token; the form stays busy until the page is gone or `say` is called
 * @returns `say` shows why one is here, or why it went no further
 */
export function moveSignIn(
  form: HTMLFormElement,
  options: {
    language: () => Language
    remember: boolean
    enter: (access: string, remember: boolean) => void
    /** The account has a second factor; the form stays busy. */
    askSecond: (pending: PendingSecond) => void
  },
): { say: (problem: string | null) => void; stop: () => void } {
  const until = new AbortController()
  const { signal } = until
  const texts = () => JSON.parse(form.dataset.texts ?? '{}') as SignInTexts
  const input = (name: string) => form.elements.namedItem(name) as HTMLInputElement
  const submit = form.querySelector<HTMLButtonElement>('button[type=submit]')
  const sayAbove = (text: string) => show(form.querySelector('[data-problem]'), text)
  const sayUnder = (name: string, text: string) => {
    if (text) input(name).setAttribute('aria-invalid', 'true')
    else input(name).removeAttribute('aria-invalid')
    show(form.querySelector(`[data-error=${name}]`), text)
  }
  let isBusy = false
  const setBusy = (busy: boolean) => {
    isBusy = busy
    submit?.toggleAttribute('data-busy', busy)
    if (busy) submit?.setAttribute('aria-disabled', 'true')
    else submit?.removeAttribute('aria-disabled')
  }

  input('remember').checked = options.remember
  form.querySelector('[data-show]')?.addEventListener(
    'click',
    ({ currentTarget }) => {
      const shown = input('password').type === 'password'
      input('password').type = shown ? 'text' : 'password'
      ;(currentTarget as HTMLElement).setAttribute('aria-pressed', String(shown))
    },
    { signal },
  )
  form.addEventListener(
    'submit',
    async (event) => {
      event.preventDefault()
      if (isBusy) return
      const body = {
        username: input('username').value.trim(),
        password: input('password').value,
        remember: input('remember').checked,
      }
      sayAbove('')
      for (const name of FIELDS) sayUnder(name, body[name] ? '' : texts().required)
      const empty = FIELDS.find((name) => !body[name])
      if (empty) return input(empty).focus()
      setBusy(true)
      const answer = await post<SignedIn>(login.path, body, options.language(), texts())
      if (signal.aborted) return
      if (answer.reply) {
        const { access, second_factor } = answer.reply
        if (second_factor) return options.askSecond({ ...second_factor, remember: body.remember })
        return options.enter(access ?? '', body.remember)
      }
      setBusy(false)
      for (const name of FIELDS) sayUnder(name, answer.fields?.[name] ?? '')
      if (!answer.fields) sayAbove(answer.problem ?? texts().generic)
      input('password').focus()
    },
    { signal },
  )
  void offerIdentity({ ...options, remember: () => input('remember').checked, texts, sayAbove, signal })

  return {
    say(problem) {
      if (problem) setBusy(false)
      sayAbove(problem === texts().unauthorized ? texts().session_over : (problem ?? ''))
    },
    stop: () => until.abort(),
  }
}

function show(box: Element | null, text: string) {
  const words = box?.querySelector('span')
  if (!(box instanceof HTMLElement) || !words) return
  words.textContent = text
  box.hidden = !text
}

/** The provider's button beside the form: seen where one is configured, and then it leads there. */
async function offerIdentity({
  language,
  remember,
  texts,
  sayAbove,
  signal,
}: {
  language: () => Language
  remember: () => boolean
  texts: () => SignInTexts
  sayAbove: (text: string) => void
  signal: AbortSignal
}) {
  const button = document.querySelector<HTMLButtonElement>('[data-identity]')
  const response = await fetch(signInOptions.path).catch(() => null)
  if (!button || !response?.ok || !(await response.json()).identity || signal.aborted) return
  button.hidden = false
  button.addEventListener(
    'click',
    async () => {
      if (button.hasAttribute('data-busy')) return
      button.setAttribute('data-busy', '')
      sayAbove('')
      const asked = { remember: remember() }
      const answer = await post<{ url: string; flow: string }>(startIdentity.path, asked, language(), texts())
      if (answer.reply) return goToProvider({ ...answer.reply, ...asked, search: location.search })
      button.removeAttribute('data-busy')
      sayAbove(answer.problem ?? texts().generic)
    },
    { signal },
  )
}

/** A call as the typed client makes it (core/web/ask.ts), which brings the session and its libraries along. */
async function post<Reply>(
  path: string,
  body: object,
  language: Language,
  texts: SignInTexts,
): Promise<Answer<Reply>> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify(body),
    })
    const answer = await response.json().catch(() => ({}))
    return response.ok ? { reply: answer } : { problem: answer.message, fields: answer.fields }
  } catch {
    return { problem: texts.connection }
  }
}
