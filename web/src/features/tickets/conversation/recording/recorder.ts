import captureUrl from './capture.worklet.ts?worker&url'
import type { ToEncoder } from './encode.worker.ts'

/**
 * Size of a recording, bytes, below which it is taken for an accident and discarded
 * (decision 0017).
 */
const MIN_RECORDING_BYTES = 10_000

export type Recording = {
  /** Returns the current loudness, 0 to 1, for the live level. */
  level(): number
  /** Ends the recording. Returns the file and its seconds, or null when it was too short. */
  finish(): Promise<{ file: File; seconds: number } | null>
  cancel(): void
}

/**
 * Starts recording the microphone. Rejects with the browser's own error when it is refused or
 * absent.
 */
export async function startRecording(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  })
  // 44.1 kHz is a sample rate of MP3; the browser resamples.
  const context = new AudioContext({ sampleRate: 44_100 })
  const worker = new Worker(new URL('./encode.worker.ts', import.meta.url), { type: 'module' })
  const post = (message: ToEncoder, transfer: Transferable[] = []) => worker.postMessage(message, transfer)

  const release = () => {
    for (const track of stream.getTracks()) track.stop()
    void context.close()
  }

  try {
    await context.audioWorklet.addModule(captureUrl)
  } catch (error) {
    release()
    worker.terminate()
    throw error
  }

  let level = 0
  let samplesSeen = 0
  const node = new AudioWorkletNode(context, 'capture', { numberOfOutputs: 0 })
  post({ type: 'start', sampleRate: context.sampleRate })
  node.port.addEventListener('message', ({ data }: MessageEvent<Float32Array>) => {
    let sum = 0
    for (const sample of data) sum += sample * sample
    level = Math.min(1, Math.sqrt(sum / data.length) * 4)
    samplesSeen += data.length
    post({ type: 'samples', samples: data }, [data.buffer])
  })
  node.port.start()
  context.createMediaStreamSource(stream).connect(node)

  return {
    level: () => level,
    finish: async () => {
      node.disconnect()
      const seconds = samplesSeen / context.sampleRate
      release()
      const encoded = new Promise<Blob>(resolve =>
        worker.addEventListener('message', ({ data }: MessageEvent<Blob>) => resolve(data), { once: true }),
      )
      post({ type: 'finish' })
      const blob = await encoded
      worker.terminate()
      if (blob.size < MIN_RECORDING_BYTES) return null
      const name = `audio-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.mp3`
      return { file: new File([blob], name, { type: 'audio/mpeg' }), seconds: Math.round(seconds) }
    },
    cancel: () => {
      node.disconnect()
      release()
      worker.terminate()
    },
  }
}
