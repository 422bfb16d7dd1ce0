import { createStore } from '../store.ts'

/** Chromium's event, which no type library contains. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>
}

/** The browser's offer to install the app, while there is one. */
export const installPrompt = createStore<InstallPromptEvent | null>(null)

/** Keeps the browser's offer for the menu: otherwise the browser would lay a bar over the page. */
export function keepInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    installPrompt.set(event as InstallPromptEvent)
  })
  window.addEventListener('appinstalled', () => installPrompt.set(null))
}

/**
 * Asks the person with the browser's own dialog. An offer is valid for one question; after a
 * refusal the browser makes another one later.
 */
export async function install(): Promise<void> {
  const offer = installPrompt.get()
  installPrompt.set(null)
  await offer?.prompt()
}
