import { closeSync, openSync, renameSync, statSync, write } from 'node:fs'
import { dirname } from 'node:path'
import { Writable } from 'node:stream'
import { roomIn } from './disk.ts'

const LARGE_BYTES = 20 * 1024 * 1024

/**
 * Opens a log to append to. One that grows large is moved aside, over the one moved before. A log
 * never ends its writer: lines that the disk has no room for are dropped, and the reserve is not
 * spent on them.
 */
export function openLog(file: string): Writable {
  const room = roomIn(dirname(file))
  let size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > LARGE_BYTES) moveAside()
  let opened = openSync(file, 'a')

  function moveAside(): void {
    renameSync(file, `${file}.old`)
    size = 0
  }

  function rotate(): void {
    closeSync(opened)
    moveAside()
    opened = openSync(file, 'a')
  }

  return new Writable({
    decodeStrings: true,
    write(chunk: Buffer, _encoding, done) {
      if (!room('work')) return done()
      if (size > LARGE_BYTES) rotate()
      size += chunk.length
      write(opened, chunk, () => done())
    },
    destroy(error, done) {
      closeSync(opened)
      done(error)
    },
  })
}
