import { useEffect } from 'react'
import { createStore, useStore } from './store.ts'

const PRODUCT = 'Balcão'

const names = createStore<readonly { name: string }[]>([])

/**
 * Names the screen in the document's title while the component is mounted, for example by the
 * contact of a conversation. Without a name the title says what the menu calls the screen; of
 * several names the latest mounted one counts.
 */
export function useScreenTitle(name?: string) {
  useEffect(() => {
    if (!name) return
    const entry = { name }
    names.set(all => [...all, entry])
    return () => names.set(all => all.filter(each => each !== entry))
  }, [name])
}

/**
 * Writes the document's title, as "(26) Atendimentos · Balcão"; called once by the frame of the
 * screens.
 * @param name what the screen is called, unless the screen itself says so (`useScreenTitle`)
 * @param count what waits for this person; 0 shows no number
 */
export function useDocumentTitle(name?: string, count = 0) {
  const shown = useStore(names).at(-1)?.name ?? name
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${shown ? `${shown} · ` : ''}${PRODUCT}`
  }, [shown, count])
}
