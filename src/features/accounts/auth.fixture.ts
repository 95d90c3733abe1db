import { COMMON } from '#app/server/specified.fixture.ts'

/* What the calls of /auth say, in both languages, and the bodies that they take. */

export const SAYS = {
  ...COMMON,
  email: { es: 'Escribe un correo válido', en: 'Enter a valid e-mail' },
  terms: { es: 'Acepta los términos para seguir', en: 'Accept the terms to go on' },
  phone: {
    es: 'Escribe un teléfono válido, con código de país si no es local',
    en: "Enter a valid phone number, with country code if it isn't local",
  },
  common: {
    es: 'Esa contraseña es de las más usadas. Elige otra',
    en: 'That password is one of the most used. Choose another',
  },
  own: { es: 'La contraseña no puede ser tu correo', en: "The password can't be your e-mail" },
  taken: {
    es: 'Ese correo ya tiene una cuenta. Entra o recupera tu contraseña.',
    en: 'That e-mail already has an account. Sign in or reset your password.',
  },
  credentials: {
    es: 'El correo o la contraseña no son correctos.',
    en: "The e-mail or the password isn't right.",
  },
  used: {
    es: 'Este enlace ya se usó o venció. Pide uno nuevo.',
    en: 'This link has already been used or has expired. Ask for a new one.',
  },
  verified: { es: 'Tu correo ya está verificado.', en: 'Your e-mail is already verified.' },
} as const

export const PASSWORD = 'cinco-tablas-9'
let n = 0
export const newEmail = () => `fila${++n}@correo.test`
export const person = (more: object = {}) => ({
  name: 'Ana Lucía Pérez',
  email: newEmail(),
  password: PASSWORD,
  terms: true,
  ...more,
})
/** Who learns says when they were born. */
export const learner = (more: object = {}) => person({ birth_date: '1990-05-05', ...more })
export const musician = (more: object = {}) =>
  person({ city: 'Antigua', main_instrument: 'marimba', ...more })
/** As outside programs send it; a talent hunter's page sends a `person`. */
export const client = (more: object = {}) =>
  person({ city: 'Antigua', phone: '+502 5555 1234', client_kind: 'PERSONAL', ...more })
