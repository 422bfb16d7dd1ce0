import type { ToEncoder } from './encode.worker.ts'
import type { Encoder } from './encoder.ts'

/** Returns an encoder that makes MP3 of the samples it is given, on a thread of its own. */
export function mp3Encoder(sampleRate: number): Encoder {
  const worker = new Worker(new URL('./encode.worker.ts', import.meta.url), { type: 'module' })
  const post = (message: ToEncoder, transfer: Transferable[] = []) => worker.postMessage(message, transfer)
  post({ type: 'start', sampleRate })
  return {
    extension: 'mp3',
    add: samples => post({ type: 'samples', samples }, [samples.buffer]),
    finish: async () => {
      const encoded = new Promise<Blob>(resolve =>
        worker.addEventListener('message', ({ data }: MessageEvent<Blob>) => resolve(data), { once: true }),
      )
      post({ type: 'finish' })
      const blob = await encoded
      worker.terminate()
      return blob
    },
    cancel: () => worker.terminate(),
  }
}
