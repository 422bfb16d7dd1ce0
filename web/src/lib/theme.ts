import { localValue } from './local-value.ts'

export type Theme = 'light' | 'dark'

/** The key the specification names. */
const KEY = 'preferredTheme'

/** Moves a choice stored under the key of earlier builds. */
function migrate() {
  try {
    const before = localStorage.getItem('balcao.theme')
    if (before === null) return
    if (localStorage.getItem(KEY) === null) localStorage.setItem(KEY, before)
    localStorage.removeItem('balcao.theme')
  } catch {
    // Without storage there is nothing to move.
  }
}
migrate()

/** The theme in use; frame/frame.js sets it before the first paint from the same stored key. */
export const theme = localValue<Theme>(
  'theme',
  raw =>
    raw === 'dark' || raw === 'light'
      ? raw
      : window.matchMedia?.('(prefers-color-scheme: dark)').matches
        ? 'dark'
        : 'light',
  value => value,
  KEY,
)

export function applyTheme() {
  const apply = () => {
    document.documentElement.dataset.theme = theme.get()
  }
  apply()
  return theme.subscribe(apply)
}

export function toggleTheme() {
  theme.set(now => (now === 'dark' ? 'light' : 'dark'))
}
