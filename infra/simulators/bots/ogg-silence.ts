/**
 * Returns some seconds of silence as Opus in Ogg (RFC 3533, RFC 7845), which every player plays.
 */

/** 20 ms of silence, mono, in CELT at 48 kHz. */
const FRAME = Buffer.from([0xf8, 0xff, 0xfe])
const FRAMES_PER_SECOND = 50
const SAMPLES_PER_FRAME = 960
const SERIAL = 0x62616c63

const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  return crc >>> 0
})

const crcOf = (bytes: Buffer): number => {
  let crc = 0
  for (const byte of bytes) crc = ((crc << 8) ^ TABLE[((crc >>> 24) ^ byte) & 0xff]!) >>> 0
  return crc
}

type Page = { number: number; flags: number; position: number; packets: readonly Buffer[] }

/** Returns an Ogg page of packets below 255 bytes each. */
function page({ number, flags, position, packets }: Page): Buffer {
  const header = Buffer.alloc(27 + packets.length)
  header.write('OggS', 0, 'latin1')
  header.writeUInt8(flags, 5)
  header.writeBigUInt64LE(BigInt(position), 6)
  header.writeUInt32LE(SERIAL, 14)
  header.writeUInt32LE(number, 18)
  header.writeUInt8(packets.length, 26)
  packets.forEach((packet, i) => {
    header.writeUInt8(packet.length, 27 + i)
  })
  const whole = Buffer.concat([header, ...packets])
  whole.writeUInt32LE(crcOf(whole), 22)
  return whole
}

function head(): Buffer {
  const packet = Buffer.alloc(19)
  packet.write('OpusHead', 0, 'latin1')
  packet.writeUInt8(1, 8)
  packet.writeUInt8(1, 9)
  packet.writeUInt32LE(24_000, 12)
  return packet
}

function tags(): Buffer {
  const packet = Buffer.alloc(16)
  packet.write('OpusTags', 0, 'latin1')
  return packet
}

const FIRST = 2
const LAST = 4

export function oggSilence(seconds: number): Buffer {
  const sound = Array.from({ length: seconds }, (_, second) =>
    page({
      number: second + 2,
      flags: second === seconds - 1 ? LAST : 0,
      position: (second + 1) * FRAMES_PER_SECOND * SAMPLES_PER_FRAME,
      packets: Array.from({ length: FRAMES_PER_SECOND }, () => FRAME),
    }),
  )
  return Buffer.concat([
    page({ number: 0, flags: FIRST, position: 0, packets: [head()] }),
    page({ number: 1, flags: 0, position: 0, packets: [tags()] }),
    ...sound,
  ])
}
