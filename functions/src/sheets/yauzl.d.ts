/** The part of yauzl that reads an archive from memory, or from ranges of an object. */
declare module 'yauzl' {
  import type { EventEmitter } from 'node:events'
  import type { Readable } from 'node:stream'

  export class Entry {
    fileName: string
    fileNameRaw: Buffer
    compressedSize: number
    uncompressedSize: number
    compressionMethod: number
    generalPurposeBitFlag: number
    relativeOffsetOfLocalHeader: number
    externalFileAttributes: number
    isEncrypted(): boolean
  }

  export type ZipFile = {
    entryCount: number
    eachEntry(): AsyncIterable<Entry>
    openReadStreamPromise(entry: Entry): Promise<Readable>
    close(): void
  }

  export class RandomAccessReader extends EventEmitter {
    _readStreamForRange(start: number, end: number): Readable
    read(buffer: Buffer, offset: number, length: number, position: number, callback: (error?: Error) => void): void
    close(callback: (error?: Error) => void): void
  }

  const yauzl: {
    Entry: typeof Entry
    RandomAccessReader: typeof RandomAccessReader
    fromBufferPromise(bytes: Buffer): Promise<ZipFile>
    fromRandomAccessReaderPromise(
      reader: RandomAccessReader,
      size: number,
      options: { autoClose: boolean; lazyEntries: boolean; decodeStrings: boolean },
    ): Promise<ZipFile>
  }
  export default yauzl
}
