const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

/** What a browser says of itself, in words people know; null where it can't be told. */
export function deviceOf(user_agent: string | null) {
  const find = (list: readonly [RegExp, string][]) =>
    list.find(([test]) => test.test(user_agent ?? ''))?.[1] ?? null
  const system = find(SYSTEMS)
  return {
    browser: find(BROWSERS),
    system,
    isPhone: system === 'iPhone' || (system === 'Android' && /Mobile/.test(user_agent ?? '')),
  }
}
