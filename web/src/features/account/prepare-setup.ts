import { changeLanguage, currentLanguage, languages, loadTexts } from '#/lib/i18n.ts'

/** Chooses the language of the first set-up and loads its texts. */
export async function prepareSetup() {
  await adoptBrowserLanguage()
  await loadTexts('setup', 'errors')
}

/**
 * Changes to the language that the browser prefers, unless one was chosen here: nobody has told the
 * product anything yet.
 */
async function adoptBrowserLanguage() {
  try {
    if (localStorage.getItem('balcao.language') !== null) return
  } catch {
    // Without storage no choice is known.
  }
  const preferred = navigator.languages.map(tag => tag.toLowerCase().split('-')[0])
  const first = preferred.flatMap(tag => languages.filter(language => language === tag))[0]
  if (first && first !== currentLanguage()) await changeLanguage(first)
}
