import type { Capabilities } from '@balcao/shared/rules/capabilities.ts'
import captureUrl from './capture.worklet.ts?worker&url'
import type { Encoder } from './encoder.ts'
import { mp3Encoder } from './mp3-encoder.ts'
import { opusEncoder } from './opus-encoder.ts'

/**
 * Size of an MP3 recording, bytes, below which it is taken for an accident and discarded, and the
 * seconds that many bytes last at 128 kbit/s, for Opus (decision 0017).
 */
const MIN_RECORDING_BYTES = 10_000
const MIN_OPUS_SECONDS = (MIN_RECORDING_BYTES * 8) / 128_000

/** Sample rates, Hz; the browser resamples the microphone. MP3 has that of Opus, too. */
const SAMPLE_RATES = { mp3: 44_100, opus: 48_000 } as const

export type Recording = {
  /** Returns the current loudness, 0 to 1, for the live level. */
  level(): number
  /**
   * Ends the recording. Returns the file and its seconds, or null when it was too short, or empty.
   */
  finish(): Promise<{ file: File; seconds: number } | null>
  cancel(): void
}

/**
 * Starts recording the microphone in a format; a browser that cannot record Opus records MP3.
 * Rejects with the browser's own error when the microphone is refused or absent.
 */
export async function startRecording(format: Capabilities['voiceNotes']): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  })
  const context = new AudioContext({ sampleRate: SAMPLE_RATES[format] })
  const release = () => {
    for (const track of stream.getTracks()) track.stop()
    void context.close()
  }

  let encoder: Encoder
  const source = context.createMediaStreamSource(stream)
  try {
    await context.audioWorklet.addModule(captureUrl)
    const opus = format === 'opus' ? await opusEncoder(context, source) : null
    encoder = opus ?? mp3Encoder(context.sampleRate)
  } catch (error) {
    release()
    throw error
  }

  let level = 0
  let samplesSeen = 0
  const node = new AudioWorkletNode(context, 'capture', { numberOfOutputs: 0 })
  node.port.addEventListener('message', ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => {
    let sum = 0
    for (const sample of data) sum += sample * sample
    level = Math.min(1, Math.sqrt(sum / data.length) * 4)
    samplesSeen += data.length
    encoder.add?.(data)
  })
  node.port.start()
  source.connect(node)

  return {
    level: () => level,
    finish: async () => {
      node.disconnect()
      const seconds = samplesSeen / context.sampleRate
      // The recorder of Opus needs the microphone until it has ended.
      const blob = await encoder
        .finish()
        .catch(() => null)
        .finally(release)
      const { extension } = encoder
      if (!blob) return null
      if (extension === 'mp3' ? blob.size < MIN_RECORDING_BYTES : seconds < MIN_OPUS_SECONDS) return null
      const name = `audio-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.${extension}`
      return { file: new File([blob], name, { type: blob.type }), seconds: Math.round(seconds) }
    },
    cancel: () => {
      node.disconnect()
      encoder.cancel()
      release()
    },
  }
}
