// @vitest-environment jsdom
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { newId } from '@balcao/shared/ids.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '#/lib/session.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { LinkCard } from './link-card.tsx'

vi.mock(import('#/lib/session.ts'), async original => ({ ...(await original()), api: vi.fn() as never }))
const called = vi.mocked(api as (route: unknown, given: unknown) => Promise<unknown>)

let near: () => void = () => {}
beforeEach(() => {
  called.mockReset()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(told: (entries: { isIntersecting: boolean }[]) => void) {
        near = () => told([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const preview = { url: 'https://www.loja.example/bolo', title: 'Bolo', description: 'De cenoura', pictureUrl: null }
const text = (changes: object = {}) =>
  sampleMessage({ id: newId(), body: 'veja https://loja.example/bolo', ...changes })
async function show(message: ReturnType<typeof text>) {
  const { container } = await renderScreen('/tickets', <LinkCard message={message} />)
  return container
}
const waiting = (container: HTMLElement) => container.querySelector('[data-link-card="waiting"]')

describe('the card of a link', () => {
  it('names the host of the address, whatever the title says, and opens it apart', async () => {
    const container = await show(
      text({ linkPreview: { ...preview, title: 'banco.example', pictureUrl: 'https://m.exemplo/a.png' } }),
    )
    const link = screen.getByRole('link', { name: /banco\.example.*De cenoura.*loja\.example/ })
    expect(link.getAttribute('href')).toBe(preview.url)
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer nofollow'])
    expect(container.querySelector('img')?.getAttribute('alt')).toBe('')
    // A picture that is gone leaves its place as it was.
    fireEvent.error(container.querySelector('img')!)
    expect(container.querySelector('img')).toBeNull()
    expect(container.querySelector('svg')).not.toBeNull()
    expect(called).not.toHaveBeenCalled()
  })

  it('is asked for once it comes near the view, and keeps its space meanwhile', async () => {
    called.mockResolvedValue(text())
    const message = text()
    const container = await show(message)
    expect(waiting(container)?.className).toContain('h-20')
    expect(called).not.toHaveBeenCalled()
    act(() => near())
    expect(called).toHaveBeenCalledExactlyOnceWith(messages.previewLink, { params: { id: message.id } })
    act(() => near())
    expect(called).toHaveBeenCalledOnce()
    expect(waiting(container)).not.toBeNull()
  })

  it('of a message on its way keeps its space, and is not asked for yet', async () => {
    const container = await show(text({ contactId: '' }))
    expect(waiting(container)).not.toBeNull()
    act(() => near())
    expect(called).not.toHaveBeenCalled()
  })

  it('is there at once if the answer has it', async () => {
    called.mockResolvedValue(text({ linkPreview: preview }))
    await show(text())
    act(() => near())
    expect(await screen.findByRole('link', { name: /Bolo/ })).toBeDefined()
  })

  it('gives its space back, for good and without a word, if nothing comes', async () => {
    called.mockRejectedValue(new Error('429'))
    const message = text()
    const container = await show(message)
    act(() => near())
    await waitFor(() => expect(waiting(container)).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
    cleanup()
    expect(waiting(await show(message))).toBeNull()
  })

  it.each([
    ['nothing to show', { linkPreview: { ...preview, title: '' } }],
    ['no link', { body: 'oi' }],
    ['a link of one person', { body: 'https://loja.example/?token=1' }],
  ])('is none for %s', async (_, changes) => {
    const container = await show(text(changes))
    expect(container.querySelector('[data-link-card]')).toBeNull()
    expect(called).not.toHaveBeenCalled()
  })
})
