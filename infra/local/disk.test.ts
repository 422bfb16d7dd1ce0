import { expect, it } from 'vitest'
import { hasRoom, isDiskFull, readDisk } from './disk.ts'

const MIB = 2 ** 20
const roomOf = (free: number, total: number) =>
  (['calls', 'intake', 'work'] as const).filter(work => hasRoom({ free, total }, work))

it('stops clients first, then what comes from outside, then accepted work', () => {
  expect(roomOf(8 * MIB, 64 * MIB)).toEqual(['calls', 'intake', 'work'])
  expect(roomOf(8 * MIB - 1, 64 * MIB)).toEqual(['intake', 'work'])
  expect(roomOf(4 * MIB - 1, 64 * MIB)).toEqual(['work'])
  expect(roomOf(2 * MIB - 1, 64 * MIB)).toEqual([])
})

it('keeps 2 % of a disk, 256 MiB at most', () => {
  expect(roomOf(200 * MIB - 1, 10_000 * MIB)).toEqual(['intake', 'work'])
  expect(roomOf(256 * MIB, 1_000_000 * MIB)).toEqual(['calls', 'intake', 'work'])
})

it('tells a full disk from other errors', () => {
  expect(isDiskFull(Object.assign(new Error(), { code: 'ENOSPC' }))).toBe(true)
  expect(isDiskFull(Object.assign(new Error(), { code: 'ERR_SQLITE_ERROR', errcode: 13 }))).toBe(true)
  for (const other of [undefined, null, new Error('x'), { code: 'ENOENT' }, { errcode: 5 }])
    expect(isDiskFull(other)).toBe(false)
  expect(readDisk('/').total).toBeGreaterThan(0)
})
