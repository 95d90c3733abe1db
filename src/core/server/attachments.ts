/** What no system takes in a file's name: separators, wildcards, control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is taken out
const UNFIT = /[/\\:*?"<>|%\u0000-\u001f\u007f]/g

/**
 * The Content-Disposition of a file that somebody named: it is kept, never shown in place. The name in plain letters for
 * old programs, and as it was written (RFC 6266).
 */
export function attachmentOf(name: string): string {
  const fit = name.toWellFormed().replace(UNFIT, '-')
  const plain = fit
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '-')
  const written = encodeURIComponent(fit).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${written}`
}
