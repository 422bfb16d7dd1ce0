import { localValue } from './local-value.ts'

export type Theme = 'light' | 'dark'

/** Key given by the specification. */
const KEY = 'preferredTheme'

/**
 * The theme in use; frame/frame.js sets it before the first paint from the same stored key, and
 * moves the value of earlier builds.
 */
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
