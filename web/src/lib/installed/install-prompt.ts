import { createStore } from '../store.ts'

/** Chromium's, which no library of types has. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>
}

/** The browser's offer to install the app, while there is one. */
export const installPrompt = createStore<InstallPromptEvent | null>(null)

/** Keeps the browser's offer for the menu, where it is quiet: by itself it would lay a bar over the page. */
export function keepInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    installPrompt.set(event as InstallPromptEvent)
  })
  window.addEventListener('appinstalled', () => installPrompt.set(null))
}

/** Asks the person, by the browser's own dialog. An offer is good for one question; after a refusal the browser makes another one later. */
export async function install(): Promise<void> {
  const offer = installPrompt.get()
  installPrompt.set(null)
  await offer?.prompt()
}
