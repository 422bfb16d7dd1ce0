import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, expect, it } from 'vitest'
import { putObject } from '../integrations/storage.ts'
import { endOfArchive, wholeEntry } from '../integrations/zip.ts'
import { zipSource } from './zip-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'balcao-zip-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Bytes before the name in an entry's line of the directory, and where its Unix mode stands. */
const [HEAD, MODE] = [46, 40]

/**
 * Returns an archive of entries.
 * @param entries names, also as bytes that are no UTF-8, with a Unix mode where one is given
 */
function zipOf(entries: readonly (readonly [name: string | number[], content: string, mode?: number])[]): Buffer {
  const bodies: Buffer[] = []
  const lines: Buffer[] = []
  let at = 0
  for (const [name, content, mode = 0] of entries) {
    const bytes = Buffer.from(name as string)
    // As many bytes of another name stand there first.
    const { body, line } = wholeEntry('x'.repeat(bytes.length), Buffer.from(content), at, new Date(), true)
    bytes.copy(line, HEAD)
    line.writeUInt16LE(mode, MODE)
    bodies.push(body)
    lines.push(line)
    at += body.length
  }
  const directory = Buffer.concat(lines)
  return Buffer.concat([...bodies, directory, endOfArchive(lines.length, directory.length, at)])
}

/** Returns a function that reads a file of an archive as a text, or tells why it is not there. */
async function opened(entries: Parameters<typeof zipOf>[0]): Promise<(path: string) => Promise<string>> {
  const key = `uploads/${newId()}`
  await putObject(key, zipOf(entries), 'application/zip')
  const source = await zipSource(key, join(folder, newId()))
  return async path => {
    const found = source.find(path)
    if ('problem' in found) return found.problem
    const parts: Uint8Array[] = []
    for await (const part of (await source.open(found.path))!.read()) parts.push(part)
    return Buffer.concat(parts).toString()
  }
}

it('has files whose folders are separated by the backslashes of Windows', async () => {
  const read = await opened([
    ['public\\', ''],
    ['public\\media\\1\\a.jpg', 'picture'],
    ['public\\company1\\b.pdf', 'paper'],
    ['public/media/1/c.ogg', 'voice'],
  ])
  expect(await read('media/1/a.jpg')).toBe('picture')
  expect(await read('company1/b.pdf')).toBe('paper')
  expect(await read('media/1/c.ogg')).toBe('voice')
  expect(await read('public')).toBe('mediaMissing')
})

it('has no entry that leads out, and no link, whatever separates its folders', async () => {
  const LINK = 0o120777
  const read = await opened([
    ['..\\secret.txt', 'no'],
    ['a\\..\\..\\secret.txt', 'no'],
    ['\\secret.txt', 'no'],
    ['\\\\host\\share\\secret.txt', 'no'],
    ['C:\\secret.txt', 'no'],
    ['c:secret.txt', 'no'],
    ['/secret.txt', 'no'],
    ['link.txt', '/etc/passwd', LINK],
    ['folder\\link.txt', '..\\..\\secret.txt', LINK],
    ['plain.txt', 'yes', 0o100644],
  ])
  for (const path of [
    'secret.txt',
    'share/secret.txt',
    'host/share/secret.txt',
    'a/secret.txt',
    'link.txt',
    'folder/link.txt',
  ])
    expect([path, await read(path)]).toEqual([path, 'mediaMissing'])
  for (const path of ['../secret.txt', '..\\secret.txt', 'C:/secret.txt', '/secret.txt'])
    expect([path, await read(path)]).toEqual([path, 'mediaOutside'])
  expect(await read('plain.txt')).toBe('yes')
})

it('has names with accents of Windows, of a Mac, and of others', async () => {
  const oem = [...'media/'].map(sign => sign.charCodeAt(0))
  const read = await opened([
    [[...oem, 0x6f, 0x72, 0x87, 0x61, 0x2e, 0x70, 0x64, 0x66], 'windows'],
    [[...oem, 0x6d, 0xc6, 0x65, 0x2e, 0x70, 0x64, 0x66], 'windows too'],
    ['media/a\u0301udio.ogg', 'mac'],
    ['media/ação.pdf', 'linux'],
  ])
  expect(await read('media/orça.pdf')).toBe('windows')
  expect(await read('media/mãe.pdf')).toBe('windows too')
  expect(await read('media/\u00e1udio.ogg')).toBe('mac')
  expect(await read('media/ac\u0327a\u0303o.pdf')).toBe('linux')
})
