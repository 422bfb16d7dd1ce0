import { Transform, type TransformCallback } from 'node:stream'

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
          if (end < 0) break
          left = Number.parseInt(rest.subarray(0, end).toString('latin1'), 16)
          if (Number.isNaN(left)) return done(new Error('malformed aws-chunked body'))
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
      done(state === 'end' ? null : new Error('the aws-chunked body ended early'))
    },
  })
}
