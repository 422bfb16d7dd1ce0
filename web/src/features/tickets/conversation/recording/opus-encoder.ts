import type { Encoder } from './encoder.ts'

/**
 * Bit rate of Opus recordings, bits a second. 24 kbit/s is clear speech; a phone shows a voice
 * message of up to 512 KB, some three minutes, with its play button and a larger one as a download
 * (Cloud API, *Audio messages*, read on 2026-11-28).
 */
const BITS_PER_SECOND = 24_000

/**
 * Recordings of a browser that hold Opus: Firefox makes Ogg itself, Chrome and Safari 18.4 WebM.
 */
const OGG = 'audio/ogg;codecs=opus'
const WEBM = 'audio/webm;codecs=opus'

/**
 * Returns an encoder that makes Ogg Opus of what flows through a context; null if the browser has
 * none, as Safari before 18.4.
 */
export async function opusEncoder(context: AudioContext, source: AudioNode): Promise<Encoder | null> {
  const mimeType = [OGG, WEBM].find(type => globalThis.MediaRecorder?.isTypeSupported(type))
  if (!mimeType) return null
  // Fetched before the recording begins: what was said must not depend on the network afterwards.
  const remux = mimeType === WEBM ? await import('./to-ogg.ts').catch(() => null) : null
  if (mimeType === WEBM && !remux) return null

  // WhatsApp's voice messages are mono, whatever the microphone is.
  const mono = new MediaStreamAudioDestinationNode(context, { channelCount: 1, channelCountMode: 'explicit' })
  source.connect(mono)
  const recorder = new MediaRecorder(mono.stream, { mimeType, audioBitsPerSecond: BITS_PER_SECOND })
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  const stopped = new Promise(resolve => recorder.addEventListener('stop', resolve, { once: true }))
  recorder.start()

  return {
    extension: 'ogg',
    finish: async () => {
      if (recorder.state !== 'inactive') recorder.stop()
      await stopped
      const recorded = new Blob(parts, { type: 'audio/ogg' })
      return remux ? remux.toOgg(recorded) : recorded
    },
    cancel: () => {
      if (recorder.state !== 'inactive') recorder.stop()
    },
  }
}
