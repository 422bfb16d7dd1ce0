/** The part of yauzl that reads an archive from memory. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream'

  export type Entry = { fileName: string; uncompressedSize: number; isEncrypted(): boolean }

  export type ZipFile = {
    entryCount: number
    eachEntry(): AsyncIterable<Entry>
    openReadStreamPromise(entry: Entry): Promise<Readable>
  }

  const yauzl: { fromBufferPromise(bytes: Buffer): Promise<ZipFile> }
  export default yauzl
}
