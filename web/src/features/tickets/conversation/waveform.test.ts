// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const BARS = 40
const decode = vi.fn<(data: ArrayBuffer) => Promise<AudioBuffer>>()
const signal = new AbortController().signal

/** A decoded sound of these samples. */
const buffer = (...channels: Float32Array[]) =>
  ({ numberOfChannels: channels.length, getChannelData: (i: number) => channels[i]! }) as unknown as AudioBuffer

/** Loud at first, a quarter as loud behind. */
const fading = () => Float32Array.from({ length: 8000 }, (_, i) => (i < 4000 ? 0.8 : 0.2) * (i % 2 ? 1 : -1))

const answer = (bytes = 100, status = 200) => new Response(new Uint8Array(bytes), { status })

/** The module as a page that was just opened has it. */
async function opened() {
  vi.resetModules()
  return import('./waveform.ts')
}

const sound = (changes: Partial<import('./waveform.ts').Sound> = {}) => ({
  id: crypto.randomUUID(),
  source: 'https://media.exemplo/voz.ogg',
  bytes: 100,
  seconds: 3,
  ...changes,
})

beforeEach(() => {
  localStorage.clear()
  decode.mockReset()
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      decodeAudioData = decode
    },
  )
  vi.stubGlobal('fetch', vi.fn())
})
afterEach(() => vi.unstubAllGlobals())

describe('the wave of a sound', () => {
  it('is the loudest of each stretch, of all channels, the loudest being 1', async () => {
    const { peaksOf } = await opened()
    const quiet = new Float32Array(8000)
    quiet[7999] = -0.4
    const waveform = peaksOf([fading(), quiet])
    expect(waveform).toHaveLength(BARS)
    expect(waveform.slice(0, 20)).toEqual(Array(20).fill(1))
    for (const peak of waveform.slice(20, 39)) expect(peak).toBeCloseTo(0.25)
    expect(waveform[39]).toBeCloseTo(0.5)
  })

  it('of silence, of nothing and of fewer samples than bars is whole', async () => {
    const { peaksOf } = await opened()
    expect(peaksOf([new Float32Array(800)])).toEqual(Array(BARS).fill(0))
    expect(peaksOf([])).toEqual(Array(BARS).fill(0))
    expect(peaksOf([new Float32Array([1, 0.5])], 4)).toEqual([1, 1, 0.5, 0.5])
  })

  it('is decoded once: the next look and the next visit have it without the file', async () => {
    const page = await opened()
    vi.mocked(fetch).mockResolvedValue(answer())
    decode.mockResolvedValue(buffer(fading()))
    const voice = sound()
    const waveform = await page.waveformOf(voice, signal)
    expect(waveform?.[0]).toBe(1)
    expect(await page.waveformOf(voice, signal)).toHaveLength(BARS)
    const next = await opened()
    const again = next.knownWaveform(voice.id)
    expect(again).toHaveLength(BARS)
    expect(again?.[0]).toBe(1)
    expect(again?.[39]).toBeCloseTo(0.25, 1)
    expect(fetch).toHaveBeenCalledOnce()
  })

  it('of a file that is being sent is read from the file', async () => {
    const { waveformOf } = await opened()
    decode.mockResolvedValue(buffer(fading()))
    const bytes = new Uint8Array([1, 2, 3])
    const waveform = await waveformOf(sound({ source: new Blob([bytes]) }), signal)
    expect(waveform).toHaveLength(BARS)
    expect(decode.mock.calls[0]![0].byteLength).toBe(3)
    expect(fetch).not.toHaveBeenCalled()
  })

  it.each([
    ['too large', { bytes: 9 * 2 ** 20 }],
    ['too long', { seconds: 3600 }],
  ])('of a sound %s is not fetched', async (_, changes) => {
    const { waveformOf } = await opened()
    expect(await waveformOf(sound(changes), signal)).toBeNull()
    expect(fetch).not.toHaveBeenCalled()
  })

  it('of a file larger than was said is not decoded', async () => {
    const { waveformOf } = await opened()
    vi.mocked(fetch).mockResolvedValue(answer(9 * 2 ** 20))
    expect(await waveformOf(sound(), signal)).toBeNull()
    expect(decode).not.toHaveBeenCalled()
  })

  it('of a sound the browser cannot decode is not tried twice', async () => {
    const { waveformOf } = await opened()
    vi.mocked(fetch).mockResolvedValue(answer())
    decode.mockRejectedValue(new DOMException('no', 'EncodingError'))
    const voice = sound()
    expect(await waveformOf(voice, signal)).toBeNull()
    expect(await waveformOf(voice, signal)).toBeNull()
    expect(fetch).toHaveBeenCalledOnce()
  })

  it('that the network kept back is tried again at the next look', async () => {
    const { waveformOf } = await opened()
    decode.mockResolvedValue(buffer(fading()))
    vi.mocked(fetch).mockRejectedValueOnce(new TypeError('offline')).mockResolvedValueOnce(answer(1, 503))
    const voice = sound()
    expect(await waveformOf(voice, signal)).toBeNull()
    expect(await waveformOf(voice, signal)).toBeNull()
    vi.mocked(fetch).mockResolvedValueOnce(answer())
    expect(await waveformOf(voice, signal)).toHaveLength(BARS)
  })

  it('nobody looks at any more is not fetched when its turn comes', async () => {
    const { waveformOf } = await opened()
    const held = Promise.withResolvers<Response>()
    vi.mocked(fetch).mockReturnValueOnce(held.promise)
    decode.mockResolvedValue(buffer(fading()))
    const gone = new AbortController()
    const first = waveformOf(sound(), signal)
    const second = waveformOf(sound(), gone.signal)
    gone.abort()
    held.resolve(answer())
    expect(await first).toHaveLength(BARS)
    expect(await second).toBeNull()
    expect(fetch).toHaveBeenCalledOnce()
  })

  it('keeps the last 300, and starts afresh from a broken store', async () => {
    localStorage.setItem('balcao.waves', '{"a":1}')
    const { waveformOf, knownWaveform } = await opened()
    decode.mockImplementation(async () => buffer(fading()))
    const voices = Array.from({ length: 301 }, () => sound({ source: new Blob(['x']) }))
    for (const voice of voices) await waveformOf(voice, signal)
    expect(knownWaveform(voices[0]!.id)).toBeNull()
    expect(knownWaveform(voices[1]!.id)).not.toBeNull()
    expect(knownWaveform(voices[300]!.id)).not.toBeNull()
  })
})
