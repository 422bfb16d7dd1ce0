import type { Sound } from '@balcao/shared/entities/preferences.ts'
import { volume } from './volume.ts'

/** A tone: Hz, start and duration in seconds, wave form, and the pitch it glides to. */
type Tone = { hz: number; at: number; lasts: number; form?: OscillatorType; to?: number }

const TONES: Record<Exclude<Sound, 'none'>, readonly Tone[]> = {
  chime: [
    { hz: 784, at: 0, lasts: 0.28 },
    { hz: 1046.5, at: 0.11, lasts: 0.28 },
  ],
  bell: [
    { hz: 1318.5, at: 0, lasts: 0.9 },
    { hz: 2637, at: 0, lasts: 0.45 },
  ],
  drop: [{ hz: 1200, at: 0, lasts: 0.18, to: 420 }],
  knock: [
    { hz: 190, at: 0, lasts: 0.09, form: 'triangle', to: 90 },
    { hz: 190, at: 0.16, lasts: 0.09, form: 'triangle', to: 90 },
  ],
}

let context: AudioContext | null = null

/**
 * Plays a short sound that the browser synthesizes, so that no file is loaded. Silent at volume 0
 * or before any click.
 */
export function playSound(sound: Sound) {
  const loudness = volume.get()
  if (loudness === 0 || sound === 'none' || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume().catch(() => undefined)
  const now = context.currentTime
  for (const { hz, at, lasts, form = 'sine', to } of TONES[sound]) {
    const tone = context.createOscillator()
    const gain = context.createGain()
    const start = now + at
    tone.type = form
    tone.frequency.setValueAtTime(hz, start)
    if (to) tone.frequency.exponentialRampToValueAtTime(to, start + lasts)
    gain.gain.setValueAtTime(0, start)
    gain.gain.linearRampToValueAtTime(loudness * 0.25, start + 0.015)
    gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts)
    tone.connect(gain).connect(context.destination)
    tone.start(start)
    tone.stop(start + lasts + 0.02)
  }
}
