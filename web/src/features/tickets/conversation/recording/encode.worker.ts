/**
 * Encodes samples to MP3 off the page's thread. `lamejs` is LGPL-3.0 and stays in this file's own
 * chunk.
 */
import { Mp3Encoder } from '@breezystack/lamejs'

export type ToEncoder =
  | { type: 'start'; sampleRate: number }
  | { type: 'samples'; samples: Float32Array }
  | { type: 'finish' }

/** Bit rate of recordings, which are mp3 (decision 0017). */
const KBPS = 128

let encoder: Mp3Encoder | null = null
let parts: Uint8Array<ArrayBuffer>[] = []

const keep = (bytes: ArrayLike<number>) => {
  if (bytes.length > 0) parts.push(Uint8Array.from(bytes, byte => byte & 0xff))
}

self.addEventListener('message', ({ data }: MessageEvent<ToEncoder>) => {
  if (data.type === 'start') {
    encoder = new Mp3Encoder(1, data.sampleRate, KBPS)
    parts = []
  } else if (data.type === 'samples') {
    const samples = Int16Array.from(data.samples, sample => Math.max(-1, Math.min(1, sample)) * 0x7fff)
    if (encoder) keep(encoder.encodeBuffer(samples))
  } else if (encoder) {
    keep(encoder.flush())
    self.postMessage(new Blob(parts, { type: 'audio/mpeg' }))
    encoder = null
  }
})
