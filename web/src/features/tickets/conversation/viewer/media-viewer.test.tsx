// @vitest-environment jsdom
import { messages as messagesApi } from '@balcao/shared/api/tickets/messages.ts'
import { newId } from '@balcao/shared/ids.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { cleanup, createEvent, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { apiPages, queryClient } from '#/lib/queries.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { MediaViewer } from './media-viewer.tsx'

const ticketId = newId()
const media = { fileName: '', mimetype: 'image/png', size: 1, ptt: false, seconds: null, width: 800, height: 600 }
const [first, second, gone] = ['bolo', 'mesa', 'apagada'].map(body =>
  sampleMessage({ ticketId, body, mediaType: 'image', mediaUrl: `https://m.exemplo/${body}.png`, media }),
)
const onClose = vi.fn()

// A frame of 800 × 600 (render-screen), filled by the picture.
beforeEach(() => {
  for (const [name, size] of [
    ['offsetWidth', 800],
    ['offsetHeight', 600],
  ] as const)
    Object.defineProperty(HTMLImageElement.prototype, name, { configurable: true, value: size })
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 600))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function show() {
  onClose.mockClear()
  await loadTexts('tickets')
  await renderScreen('/tickets', <MediaViewer ticketId={ticketId} start={first!} onClose={onClose} />)
  queryClient.setQueryData(apiPages(messagesApi.list, { params: { ticketId } }).queryKey, {
    pages: [{ messages: [first, { ...gone, isDeleted: true }, second] }],
    pageParams: [1],
  } as never)
  return screen.findByRole('img', { name: 'bolo' })
}
const level = () => screen.getByRole('status', { name: '' }).textContent
const place = () => screen.getByRole('img').style.transform
const pressed = (button: string) => userEvent.click(screen.getByRole('button', { name: button }))

describe('the picture viewer', () => {
  it('goes through the pictures that are there, by keys and buttons, and keeps the focus at the ends', async () => {
    await show()
    await userEvent.keyboard('{ArrowLeft}{ArrowRight}')
    expect(screen.getByRole('img', { name: 'mesa' })).toBeDefined()
    const next = screen.getByRole('button', { name: 'Próxima imagem' })
    expect(next.getAttribute('aria-disabled')).toBe('true')
    await pressed('Imagem anterior')
    await pressed('Próxima imagem')
    expect(screen.getByRole('img', { name: 'mesa' })).toBeDefined()
    expect(document.activeElement).toBe(next)
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('zooms by keys and says how far; enlarged, the arrows move the picture instead', async () => {
    await show()
    await userEvent.keyboard('+')
    expect(level()).toBe('Zoom de 150%')
    expect(place()).toBe('translate(0px) scale(1.5)')
    await userEvent.keyboard('{ArrowRight}{ArrowDown}')
    expect(place()).toBe('translate(-80px, -80px) scale(1.5)')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(place()).toBe('translate(-200px, -80px) scale(1.5)')
    expect(screen.getByRole('img', { name: 'bolo' })).toBeDefined()
    await userEvent.keyboard('-')
    expect(level()).toBe('Zoom de 100%')
    expect(place()).toBe('translate(0px) scale(1)')
    await userEvent.keyboard('==0')
    expect(level()).toBe('Zoom de 100%')
  })

  it('zooms by buttons up to the largest, and keeps the focus where it was', async () => {
    await show()
    const nearer = screen.getByRole('button', { name: 'Aproximar' })
    const further = screen.getByRole('button', { name: 'Afastar' })
    expect(further.getAttribute('aria-disabled')).toBe('true')
    for (let i = 0; i < 8; i++) await userEvent.click(nearer)
    expect(level()).toBe('Zoom de 600%')
    expect(nearer.getAttribute('aria-disabled')).toBe('true')
    expect(document.activeElement).toBe(nearer)
    await pressed('Ajustar à tela: 600%')
    expect(level()).toBe('Zoom de 100%')
  })

  it('another picture starts fitted', async () => {
    await show()
    await userEvent.keyboard('+')
    await pressed('Próxima imagem')
    expect(screen.getByRole('img', { name: 'mesa' }).style.transform).toBe('translate(0px) scale(1)')
    await pressed('Imagem anterior')
    expect(level()).toBe('Zoom de 100%')
  })

  it('zooms by the wheel at the pointer, without zooming the page', async () => {
    const picture = await show()
    const wheel = createEvent.wheel(picture, { deltaY: -Math.log(2) / 0.002, clientX: 600, clientY: 300 })
    fireEvent(picture, wheel)
    expect(wheel.defaultPrevented).toBe(true)
    expect(level()).toBe('Zoom de 200%')
    expect(place()).toBe('translate(-200px) scale(2)')
  })

  it('a double click enlarges where it is and gives back; a drag moves what is enlarged', async () => {
    const picture = await show()
    const at = (clientX: number, clientY: number) => ({ clientX, clientY, pointerId: 1, button: 0 })
    fireEvent.doubleClick(picture, at(400, 300))
    expect(level()).toBe('Zoom de 250%')
    fireEvent.pointerDown(picture, at(400, 300))
    fireEvent.pointerMove(picture, at(430, 280))
    fireEvent.pointerUp(picture, at(430, 280))
    fireEvent.pointerMove(picture, at(700, 100))
    expect(place()).toBe('translate(30px, -20px) scale(2.5)')
    fireEvent.doubleClick(picture, at(400, 300))
    expect(place()).toBe('translate(0px) scale(1)')
  })

  it('two fingers enlarge around their middle and move along', async () => {
    const picture = await show()
    const finger = (pointerId: number, clientX: number) => ({ pointerId, clientX, clientY: 300, button: 0 })
    fireEvent.pointerDown(picture, finger(1, 350))
    fireEvent.pointerDown(picture, finger(2, 450))
    fireEvent.pointerMove(picture, finger(1, 300))
    fireEvent.pointerMove(picture, finger(2, 500))
    expect(level()).toBe('Zoom de 200%')
    expect(place()).toBe('translate(0px) scale(2)')
    fireEvent.pointerUp(picture, finger(2, 500))
    fireEvent.pointerMove(picture, finger(1, 340))
    expect(place()).toBe('translate(40px) scale(2)')
  })
})
