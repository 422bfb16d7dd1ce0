import { localValue } from './local-value.ts'

/** Volume of notification sounds, 0 to 1 in steps of 0.1, kept in the browser; 0.5 until someone moves it. */
export const volume = localValue<number>(
  'volume',
  raw => {
    const value = raw === null ? 0.5 : Number(raw)
    return Number.isFinite(value) && value >= 0 && value <= 1 ? Math.round(value * 10) / 10 : 0.5
  },
  String,
)

let context: AudioContext | null = null

/** A short two-tone chime, drawn by the browser so that no sound file is loaded. Silent at volume 0 or before any click. */
export function playChime() {
  const loudness = volume.get()
  if (loudness === 0 || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume().catch(() => undefined)
  const now = context.currentTime
  for (const [index, frequency] of [784, 1046.5].entries()) {
    const tone = context.createOscillator()
    const gain = context.createGain()
    const start = now + index * 0.11
    tone.frequency.value = frequency
    gain.gain.setValueAtTime(0, start)
    gain.gain.linearRampToValueAtTime(loudness * 0.25, start + 0.015)
    gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.28)
    tone.connect(gain).connect(context.destination)
    tone.start(start)
    tone.stop(start + 0.3)
  }
}
