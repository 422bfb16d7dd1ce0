import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { createKey, decryptStream, encryptStream, keyName, openKey, WrongPassphrase } from './encryption.ts'

const key = await createKey('four words in a row')
const encrypt = (plain: Buffer, id = 'a', pieces = 10_000) =>
  buffer(Readable.from(inPieces(plain, pieces)).pipe(encryptStream(key, id)))
const decrypt = (bytes: Buffer, id = 'a') =>
  buffer(Readable.from(inPieces(bytes, 50_000)).compose(decryptStream(key, id)))

function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const CHUNK = 65_536
const SEALED = CHUNK + 16

describe('encrypted streams', () => {
  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 1_000_000])('return %i bytes as they were', async length => {
    const plain = randomBytes(length)
    const sealed = await encrypt(plain)
    expect(sealed.length).toBe(length + 16 * Math.max(1, Math.ceil(length / CHUNK)))
    expect((await decrypt(sealed)).equals(plain)).toBe(true)
  })

  it('are the same bytes again, however they are cut', async () => {
    const plain = randomBytes(200_000)
    expect((await encrypt(plain, 'a', 7)).equals(await encrypt(plain, 'a', 200_000))).toBe(true)
    expect((await encrypt(plain, 'b')).equals(await encrypt(plain, 'a'))).toBe(false)
  })

  it('fail when anything was changed, cut off, moved, added or belongs elsewhere', async () => {
    const sealed = await encrypt(randomBytes(2.5 * CHUNK))
    const [first, second, third] = [
      sealed.subarray(0, SEALED),
      sealed.subarray(SEALED, 2 * SEALED),
      sealed.subarray(2 * SEALED),
    ]
    const flipped = Buffer.from(sealed)
    flipped[SEALED + 5]! ^= 1
    const wrong = {
      flipped,
      'cut in a chunk': sealed.subarray(0, -1),
      'cut after a chunk': Buffer.concat([first, second]),
      empty: Buffer.alloc(0),
      moved: Buffer.concat([second, first, third]),
      added: Buffer.concat([sealed, third]),
    }
    for (const [how, bytes] of Object.entries(wrong)) await expect(decrypt(bytes), how).rejects.toThrow()
    await expect(decrypt(sealed, 'b')).rejects.toThrow()
  })
})

describe('the key', () => {
  it('comes back from the passphrase and what the manifest states', async () => {
    const again = await openKey('four words in a row', key.encryption)
    expect(again.master.equals(key.master)).toBe(true)
    expect(keyName(again)).toMatch(/^[0-9a-f]{16}$/)
    expect(JSON.stringify(key.encryption)).not.toContain(key.master.toString('hex'))
  })

  it('does not come from another passphrase', async () => {
    await expect(openKey('four words in a bow', key.encryption)).rejects.toBeInstanceOf(WrongPassphrase)
  })
})
