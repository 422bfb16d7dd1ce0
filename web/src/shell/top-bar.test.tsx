import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { installPrompt, keepInstallPrompt } from '#/lib/installed/install-prompt.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { TopBar } from './top-bar.tsx'

afterEach(() => {
  cleanup()
  installPrompt.set(null)
})

const bar = () => renderScreen('/here', <TopBar onProfile={() => undefined} onShortcuts={() => undefined} />)
const openMenu = async () => userEvent.click(await screen.findByRole('button', { name: /^Conta de/ }))

describe('the menu of one’s account', () => {
  it('offers to install the app where the browser does, in place of the browser’s own bar, and asks once', async () => {
    keepInstallPrompt()
    const prompt = vi.fn(async () => undefined)
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
    window.dispatchEvent(offer)
    expect(offer.defaultPrevented).toBe(true)
    await bar()
    await openMenu()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Instalar o Balcão' }))
    expect(prompt).toHaveBeenCalledTimes(1)
    await openMenu()
    await screen.findByRole('menuitem', { name: 'Sair' })
    expect(screen.queryByRole('menuitem', { name: 'Instalar o Balcão' })).toBeNull()
  })

  it('offers nothing where the browser does not, nor once the app is installed', async () => {
    keepInstallPrompt()
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: async () => undefined }))
    window.dispatchEvent(new Event('appinstalled'))
    await bar()
    await openMenu()
    await screen.findByRole('menuitem', { name: 'Sair' })
    await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Instalar o Balcão' })).toBeNull())
  })
})
