/** Passes the microphone's samples (mono, 32-bit float) to the page, in blocks of some 40 ms. */
declare const registerProcessor: (name: string, processor: unknown) => void
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}

const BLOCK = 2048

class Capture extends AudioWorkletProcessor {
  #block = new Float32Array(BLOCK)
  #filled = 0

  process(inputs: Float32Array[][]) {
    const samples = inputs[0]?.[0]
    if (!samples) return true
    for (const sample of samples) {
      this.#block[this.#filled++] = sample
      if (this.#filled < BLOCK) continue
      this.port.postMessage(this.#block, [this.#block.buffer])
      this.#block = new Float32Array(BLOCK)
      this.#filled = 0
    }
    return true
  }
}

registerProcessor('capture', Capture)
