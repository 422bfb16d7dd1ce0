import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { mountSmallDisk } from '../../local/test/small-disk.ts'
import { refuseFullDisk } from './check-room.ts'

const disk = await mountSmallDisk(16)
if (!disk) console.warn('LEFT OUT: a start on a full disk cannot be tested where no small disk can be mounted')
afterAll(() => disk?.close())

it.skipIf(!disk)('refuses a full disk with how much is free, and none that has room', async () => {
  const dataDir = join(disk!.dir, 'not', 'made', 'yet')
  refuseFullDisk(dataDir)
  await disk!.fill(1_000_000)
  expect(() => refuseFullDisk(dataDir)).toThrow(/is full \([01] MB free\)/)
  await disk!.empty()
  refuseFullDisk(dataDir)
})
