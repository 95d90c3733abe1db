import { expect, test } from 'vitest'
import { nameIn } from '#core/web/download.ts'
import { attachmentOf } from './attachments.ts'

test('a file keeps the name that somebody gave it, in plain letters for old programs', () => {
  expect(attachmentOf('Plano del salón (1).pdf')).toBe(
    'attachment; filename="Plano del salon (1).pdf"; filename*=UTF-8\'\'Plano%20del%20sal%C3%B3n%20%281%29.pdf',
  )
  expect(nameIn(attachmentOf('Plano del salón (1).pdf'))).toBe('Plano del salón (1).pdf')
  expect(nameIn('attachment; filename="2026-04-18-12.pdf"')).toBe('2026-04-18-12.pdf')
  expect(nameIn(null)).toBe('')
})

test('nothing in a name ends the header, or leaves a folder', () => {
  const header = attachmentOf('a"; filename="b.exe\r\nset-cookie: x=1/../../etc/楽譜\ud800.pdf')
  expect(header).toMatch(/^attachment; filename="[^"\r\n/\\]+"; filename\*=UTF-8''[\w%.!~-]+$/)
  expect(nameIn(header)).toBe('a-; filename=-b.exe--set-cookie- x=1-..-..-etc-楽譜\ufffd.pdf')
})
