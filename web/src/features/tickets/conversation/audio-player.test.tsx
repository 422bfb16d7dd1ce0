// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { AudioPlayer } from './audio-player.tsx'

let look: (near: boolean) => void
const decode = vi.fn()

beforeEach(() => {
  localStorage.clear()
  decode.mockReset()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(told: (entries: { isIntersecting: boolean }[]) => void) {
        look = near => told([{ isIntersecting: near }])
      }
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      decodeAudioData = decode
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function show(id: string) {
  await loadTexts('tickets')
  const file = new Blob(['sound'])
  const { container } = await renderScreen(
    '/tickets',
    <AudioPlayer id={id} src="blob:x" file={file} bytes={file.size} seconds={8} mimetype="audio/ogg" ptt />,
  )
  await screen.findByRole('slider', { name: 'Posição do áudio' })
  return container
}
const bars = (container: HTMLElement) =>
  [...container.querySelectorAll('[data-wave] rect')].map(bar => Number(bar.getAttribute('height')))

describe('a sound in a conversation', () => {
  it('draws what is in it once it comes near the view', async () => {
    const samples = Float32Array.from({ length: 400 }, (_, i) => i / 400)
    decode.mockResolvedValue({ numberOfChannels: 1, getChannelData: () => samples })
    const container = await show('growing')
    expect(decode).not.toHaveBeenCalled()
    expect(bars(container)).toEqual([])
    act(() => look(true))
    await waitFor(() => expect(bars(container)).toHaveLength(40))
    const heights = bars(container)
    expect(heights).toEqual(heights.toSorted((a, b) => a - b))
    expect(heights.at(-1)).toBe(26)
    cleanup()
    expect(bars(await show('growing'))).toEqual(heights.map(height => expect.closeTo(height, 0)))
    expect(decode).toHaveBeenCalledOnce()
  })

  it('that cannot be decoded keeps a plain bar, which shows how far it was heard', async () => {
    decode.mockRejectedValue(new Error('no'))
    const container = await show('broken')
    act(() => look(true))
    await waitFor(() => expect(decode).toHaveBeenCalled())
    fireEvent.change(screen.getByRole('slider'), { target: { value: '500' } })
    expect(bars(container)).toEqual([])
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('0:04 / 0:08')
    expect(container.querySelector<HTMLElement>('[style*="width"]')?.style.width).toBe('50%')
  })

  it('is played at the speed that was chosen last, on this device', async () => {
    decode.mockRejectedValue(new Error('no'))
    await show('fast')
    const faster = (now: string) => fireEvent.click(screen.getByRole('button', { name: `Velocidade ${now}×` }))
    faster('1')
    faster('1.5')
    expect(document.querySelector('audio')!.playbackRate).toBe(2)
    expect(localStorage.getItem('balcao.audioSpeed')).toBe('2')
    cleanup()
    await show('next')
    expect(document.querySelector('audio')!.playbackRate).toBe(2)
    faster('2')
    expect(document.querySelector('audio')!.playbackRate).toBe(1)
  })

  it('that the browser has no decoder for is offered as a file once it was to be played', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play')
    const canPlay = vi.spyOn(HTMLMediaElement.prototype, 'canPlayType')
    const press = async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Ouvir' }))
      await act(async () => undefined)
    }
    await show('foreign')
    play.mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    await press()
    play.mockRejectedValue(new DOMException('no', 'NotSupportedError'))
    expect(screen.queryByRole('link')).toBeNull()
    canPlay.mockReturnValue('')
    await press()
    expect((await screen.findByRole('link', { name: 'Baixar áudio' })).getAttribute('href')).toBe('blob:x')
    expect(canPlay).toHaveBeenLastCalledWith('audio/ogg')
  })

  it('that is gone, or no sound, says so once it was to be played', async () => {
    vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe')
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(new DOMException('no', 'NotSupportedError'))
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
    await show('gone')
    fireEvent.click(screen.getByRole('button', { name: 'Ouvir' }))
    expect(await screen.findByRole('button', { name: 'Baixar Áudio' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Ouvir' })).toBeNull()
  })
})
