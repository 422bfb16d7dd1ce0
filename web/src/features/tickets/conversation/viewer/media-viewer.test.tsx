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
import { startBackend } from '#/testing/start-backend.ts'
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

async function show(more: object = {}, messages: unknown[] = [first, { ...gone, isDeleted: true }, second]) {
  onClose.mockClear()
  await loadTexts('tickets')
  await renderScreen('/tickets', <MediaViewer ticketId={ticketId} start={first!} onClose={onClose} />)
  queryClient.setQueryData(apiPages(messagesApi.list, { params: { ticketId } }).queryKey, {
    pages: [{ messages, ...more }],
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

  it('walks on to older pages beyond the first one, and says so', async () => {
    const older = sampleMessage({
      ticketId,
      body: 'antiga',
      mediaType: 'image',
      mediaUrl: 'https://m.exemplo/a.png',
      media,
    })
    const pages = [
      { messages: [sampleMessage({ ticketId })], hasMore: true, nextCursor: 'c2' },
      { messages: [older], hasMore: false, nextCursor: null },
    ]
    const backend = await startBackend()
    backend.on(messagesApi.list, () => ({ body: pages.shift() }))
    await show({ hasMore: true, nextCursor: 'c1' })
    expect(screen.getAllByText(/1 de 2\+/)).toHaveLength(2)
    await userEvent.keyboard('{ArrowLeft}')
    await screen.findByRole('img', { name: 'antiga' })
    expect(backend.calls.map(({ query }) => query.get('cursor'))).toEqual(['c1', 'c2'])
    await backend.stop()
    expect(screen.getByRole('button', { name: 'Imagem anterior' }).getAttribute('aria-disabled')).toBe('true')
    await userEvent.keyboard('{ArrowRight}')
    expect(screen.getByRole('img', { name: 'bolo' })).toBeDefined()
  })

  it('shows videos among them, with controls of their own', async () => {
    const video = sampleMessage({
      ticketId,
      body: 'festa',
      mediaType: 'video',
      mediaUrl: 'https://m.exemplo/v.mp4',
      media,
    })
    await show({}, [first!, video, second!])
    await userEvent.keyboard('{ArrowRight}')
    const shown = document.querySelector('video')!
    expect([shown.getAttribute('aria-label'), shown.controls]).toEqual(['festa', true])
    expect(screen.queryByRole('button', { name: 'Aproximar' })).toBeNull()
    // Inside it, the arrows wind it.
    fireEvent.keyDown(shown, { key: 'ArrowRight' })
    expect(document.querySelector('video')).not.toBeNull()
    await userEvent.keyboard('{ArrowRight}')
    expect(screen.getByRole('img', { name: 'mesa' })).toBeDefined()
  })

  it('a finger turns to the next one, closes downwards, and only pans what is enlarged', async () => {
    const swipe = (from: [number, number], to: [number, number]) => {
      const picture = screen.getByRole('img')
      const at = ([clientX, clientY]: [number, number]) => ({
        clientX,
        clientY,
        pointerId: 1,
        button: 0,
        pointerType: 'touch',
      })
      fireEvent.pointerDown(picture, at(from))
      fireEvent.pointerMove(picture, at(to))
      fireEvent.pointerUp(picture, at(to))
    }
    await show()
    swipe([500, 300], [300, 310])
    expect(screen.getByRole('img', { name: 'mesa' })).toBeDefined()
    expect(place()).toBe('translate(0px) scale(1)')
    swipe([300, 300], [310, 300])
    expect(screen.getByRole('img', { name: 'mesa' })).toBeDefined()
    await userEvent.keyboard('+')
    swipe([300, 300], [500, 300])
    expect(screen.getByRole('img', { name: 'mesa' })).toBeDefined()
    await userEvent.keyboard('0')
    swipe([300, 300], [500, 300])
    expect(screen.getByRole('img', { name: 'bolo' })).toBeDefined()
    swipe([300, 100], [310, 300])
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('says what a picture was that cannot be shown, without zoom, and goes on to the next one', async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { status: 404 }))
    fireEvent.error(await show())
    expect(await screen.findByText('O arquivo não está mais disponível')).toBeTruthy()
    expect(screen.queryByRole('img')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Aproximar' })).toBeNull()
    await userEvent.keyboard('{ArrowRight}')
    expect(screen.getByRole('img', { name: 'mesa' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Aproximar' })).toBeDefined()
  })

  it('saves the file under its name, or opens it where it cannot be fetched', async () => {
    const clicked: HTMLAnchorElement[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this)
    })
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} })
    const fetched = vi.spyOn(globalThis, 'fetch')
    await show()
    fetched.mockResolvedValueOnce(new Response('bytes'))
    await pressed('Baixar')
    await vi.waitFor(() => expect(clicked).toHaveLength(1))
    expect([clicked[0]!.href, clicked[0]!.target]).toEqual(['blob:x', ''])
    expect(clicked[0]!.download).toMatch(/^Imagem /)
    fetched.mockRejectedValueOnce(new Error('offline'))
    await pressed('Baixar')
    await vi.waitFor(() => expect(clicked).toHaveLength(2))
    expect([clicked[1]!.href, clicked[1]!.target]).toEqual(['https://m.exemplo/bolo.png', '_blank'])
  })
})
