import { createStore, type Store } from './store.ts'

/**
 * Creates a store kept in local storage under `balcao.<name>` (or the given key) and shared between
 * tabs. `parse` receives the stored text (or null) and must return a valid value, so that an old or
 * broken entry never breaks a start.
 */
export function localValue<T>(
  name: string,
  parse: (raw: string | null) => T,
  format: (value: T) => string,
  key = `balcao.${name}`,
): Store<T> {
  const store = createStore(parse(read(key)))
  store.subscribe(() => {
    try {
      localStorage.setItem(key, format(store.get()))
    } catch {
      // Storage is full or forbidden: the value stays in memory.
    }
  })
  window.addEventListener('storage', event => {
    if (event.key === key) store.set(parse(event.newValue))
  })
  return store
}

function read(key: string) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
