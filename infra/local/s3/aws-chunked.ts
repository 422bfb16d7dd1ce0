import { Transform, type TransformCallback } from 'node:stream'
import { S3Error } from './s3-error.ts'

/** Longest line before a chunk, in bytes: its size and its signature. */
const MAX_LINE = 1024

/**
 * Strips the aws-chunked framing (`STREAMING-*`), which the SDK uses for bodies of unknown hash;
 * drops trailers.
 */
export function awsChunkedDecoder(): Transform {
  let rest: Buffer = Buffer.alloc(0)
  let left = 0
  let state: 'size' | 'data' | 'crlf' | 'end' = 'size'
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      for (;;) {
        if (state === 'size') {
          const end = rest.indexOf('\r\n')
          if (end < 0 && rest.length <= MAX_LINE) break
          // A negative size would never be used up.
          const size = /^[0-9a-f]{1,8}(?=;|$)/i.exec(rest.subarray(0, Math.min(end, MAX_LINE)).toString('latin1'))
          if (end < 0 || !size) return done(malformed())
          left = Number.parseInt(size[0], 16)
          rest = rest.subarray(end + 2)
          state = left === 0 ? 'end' : 'data'
        } else if (state === 'data') {
          if (rest.length === 0) break
          const part = rest.subarray(0, left)
          this.push(part)
          left -= part.length
          rest = rest.subarray(part.length)
          if (left === 0) state = 'crlf'
        } else if (state === 'crlf') {
          if (rest.length < 2) break
          rest = rest.subarray(2)
          state = 'size'
        } else {
          rest = Buffer.alloc(0)
          break
        }
      }
      done()
    },
    flush(done) {
      done(state === 'end' ? null : malformed())
    },
  })
}

const malformed = () => new S3Error(400, 'IncompleteBody', 'The body is not the chunks that its encoding promises.')
