import { localValue } from '#/lib/local-value.ts'

/** Number of bars of a waveform. */
export const BARS = 40

/** Limits of decoding: a larger file, or longer audio, shows a plain bar. */
const MAX_BYTES = 8 * 2 ** 20
const MAX_SECONDS = 15 * 60
/** Sample rate of decoding, Hz: enough for speech, and long audio then fits in memory. */
const SAMPLE_RATE = 8000
/** Number of waveforms kept over a reload, newest last. */
const KEPT = 300

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'

/** Kept waveforms, each with one base-36 digit per bar. */
const waveforms = localValue<ReadonlyMap<string, string>>('waves', parse, all => JSON.stringify([...all]))
/** Ids of audio that cannot be decoded: not tried again before a reload. */
const hopeless = new Set<string>()

function parse(raw: string | null): Map<string, string> {
  try {
    const entries: unknown = JSON.parse(raw ?? '[]')
    const good = (entry: unknown): entry is [string, string] =>
      Array.isArray(entry) && typeof entry[0] === 'string' && /^[0-9a-z]+$/.test(entry[1]) && entry[1].length === BARS
    return new Map(Array.isArray(entries) ? entries.filter(good) : [])
  } catch {
    return new Map()
  }
}

/** Returns a waveform that was decoded before: heights from 0 to 1. */
export function knownWaveform(id: string): number[] | null {
  const digits = waveforms.get().get(id)
  return digits ? Array.from(digits, digit => DIGITS.indexOf(digit) / (DIGITS.length - 1)) : null
}

/** Returns the loudest sample of each section, the loudest of all being 1. Silence is all 0. */
export function peaksOf(channels: readonly Float32Array[], bars = BARS): number[] {
  const length = channels[0]?.length ?? 0
  const peaks = Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * length) / bars)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * length) / bars))
    let peak = 0
    for (const samples of channels) {
      for (let at = from; at < to && at < length; at++) peak = Math.max(peak, Math.abs(samples[at]!))
    }
    return peak
  })
  const loudest = Math.max(...peaks)
  return loudest > 0 ? peaks.map(peak => peak / loudest) : peaks
}

export interface Sound {
  /** Id of the message, the same while it is sent and afterwards. */
  id: string
  /** URL, or the file itself while it is being sent. */
  source: string | Blob
  bytes: number
  seconds: number | null
}

/** Decodes one at a time: a screen full of audio at once would make the page stutter. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Decodes audio and keeps its waveform; null when it is too large, cannot be decoded, or is no
 * longer in view.
 */
export function waveformOf(sound: Sound, signal: AbortSignal): Promise<number[] | null> {
  const known = knownWaveform(sound.id)
  if (known) return Promise.resolve(known)
  const { id, bytes, seconds } = sound
  if (hopeless.has(id) || bytes > MAX_BYTES || (seconds ?? 0) > MAX_SECONDS) return Promise.resolve(null)
  const waveform = last.then(() => (signal.aborted ? null : (knownWaveform(id) ?? decoded(sound, signal))))
  last = waveform
  return waveform
}

async function decoded({ id, source }: Sound, signal: AbortSignal): Promise<number[] | null> {
  let data: ArrayBuffer
  try {
    data = typeof source === 'string' ? await fetched(source, signal) : await source.arrayBuffer()
  } catch {
    // It left the view, or the network was lost: it is tried again when it comes into view.
    return null
  }
  try {
    if (data.byteLength > MAX_BYTES) throw new RangeError('too large')
    const sound = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(data)
    const waveform = peaksOf(Array.from({ length: sound.numberOfChannels }, (_, i) => sound.getChannelData(i)))
    keep(id, waveform)
    return waveform
  } catch {
    hopeless.add(id)
    return null
  }
}

/**
 * Fetches the file past the browser's cache: a copy the player cached has no CORS permission to be
 * read.
 */
async function fetched(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const answer = await fetch(url, { cache: 'no-store', credentials: 'omit', signal })
  if (!answer.ok) throw new Error(`${answer.status}`)
  return answer.arrayBuffer()
}

function keep(id: string, waveform: readonly number[]) {
  const digits = waveform.map(height => DIGITS[Math.round(height * (DIGITS.length - 1))]).join('')
  waveforms.set(now => new Map([...now, [id, digits] as const].slice(-KEPT)))
}
