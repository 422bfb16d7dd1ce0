import { localValue } from '#/lib/local-value.ts'

/** Bars a wave is drawn with. */
export const BARS = 40

/** What is not decoded for a picture: a file larger, or a sound longer than this, shows a plain bar. */
const MOST_BYTES = 8 * 2 ** 20
const MOST_SECONDS = 15 * 60
/** Speech needs no more, and a long sound then fits in memory. */
const SAMPLE_RATE = 8000
/** Waves kept over a reload, newest last. */
const KEPT = 300

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'

/** Each wave as one base-36 digit a bar. */
const waves = localValue<ReadonlyMap<string, string>>('waves', parse, all => JSON.stringify([...all]))
/** What cannot be decoded is not tried again before a reload. */
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

/** The wave of a sound that was decoded before: heights from 0 to 1. */
export function knownWave(id: string): number[] | null {
  const digits = waves.get().get(id)
  return digits ? Array.from(digits, digit => DIGITS.indexOf(digit) / (DIGITS.length - 1)) : null
}

/** The loudest of each stretch of a sound, the loudest of all being 1. Silence is all 0. */
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
  /** Of the message, the same while it is sent and afterwards. */
  id: string
  /** Its address, or the file itself while it is being sent. */
  source: string | Blob
  bytes: number
  seconds: number | null
}

/** One at a time: decoding a screen full of sounds at once would make the page stutter. */
let last: Promise<unknown> = Promise.resolve()

/** Decodes a sound and keeps its wave; null when it is too large, cannot be decoded, or nobody looks any more. */
export function waveOf(sound: Sound, signal: AbortSignal): Promise<number[] | null> {
  const known = knownWave(sound.id)
  if (known) return Promise.resolve(known)
  const { id, bytes, seconds } = sound
  if (hopeless.has(id) || bytes > MOST_BYTES || (seconds ?? 0) > MOST_SECONDS) return Promise.resolve(null)
  const wave = last.then(() => (signal.aborted ? null : (knownWave(id) ?? decoded(sound, signal))))
  last = wave
  return wave
}

async function decoded({ id, source }: Sound, signal: AbortSignal): Promise<number[] | null> {
  let data: ArrayBuffer
  try {
    data = typeof source === 'string' ? await fetched(source, signal) : await source.arrayBuffer()
  } catch {
    // Left the view or lost the network: another look tries again.
    return null
  }
  try {
    if (data.byteLength > MOST_BYTES) throw new RangeError('too large')
    const sound = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(data)
    const wave = peaksOf(Array.from({ length: sound.numberOfChannels }, (_, i) => sound.getChannelData(i)))
    keep(id, wave)
    return wave
  } catch {
    hopeless.add(id)
    return null
  }
}

/** Not from the browser's cache: what a player put there came without leave to read it. */
async function fetched(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const answer = await fetch(url, { cache: 'no-store', credentials: 'omit', signal })
  if (!answer.ok) throw new Error(`${answer.status}`)
  return answer.arrayBuffer()
}

function keep(id: string, wave: readonly number[]) {
  const digits = wave.map(height => DIGITS[Math.round(height * (DIGITS.length - 1))]).join('')
  waves.set(now => new Map([...now, [id, digits] as const].slice(-KEPT)))
}
