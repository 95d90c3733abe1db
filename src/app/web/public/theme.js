// Runs before the first paint: applies the chosen theme and language without a flash.
;(() => {
  var root = document.documentElement
  var stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  var theme = stored('theme')
  if (theme !== 'light' && theme !== 'dark') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  root.dataset.theme = theme
  var language = stored('language')
  if (language === 'en' || language === 'es') root.lang = language
})()
