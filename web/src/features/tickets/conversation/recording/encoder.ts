/** Encoder that makes a file of what the microphone hears. */
export type Encoder = {
  extension: 'mp3' | 'ogg'
  /** Takes the next samples, unless the encoder listens by itself. */
  add?(samples: Float32Array<ArrayBuffer>): void
  finish(): Promise<Blob>
  cancel(): void
}
