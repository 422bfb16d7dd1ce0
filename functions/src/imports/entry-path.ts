/// <reference path="../sheets/yauzl.d.ts" />
import type { Entry } from 'yauzl'
import { leadsOut } from './media-folder.ts'

/** Upper half of code page 850, in which Windows names files that it packs in western countries. */
const PAGE_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** Bits of a Unix mode that tell the kind of a file, and the kind of a plain one. */
const KIND = 0o170000
const PLAIN = 0o100000

/**
 * Returns the path of a zip's file as rows name it, with `/`, whatever program packed it: tools of
 * Windows separate folders by `\`, and those of a Mac write an accent as a character of its own.
 * @returns undefined for a folder, a link, an encrypted file, and a path that leads out
 */
export function entryPath(entry: Entry): string | undefined {
  const path = nameOf(entry.fileNameRaw).replaceAll('\\', '/').normalize('NFC')
  const kind = (entry.externalFileAttributes >>> 16) & KIND
  const isPlain = kind === 0 || kind === PLAIN
  if (!isPlain || entry.isEncrypted() || path.endsWith('/') || leadsOut(path)) return undefined
  const parts = path.split('/').filter(part => part !== '' && part !== '.')
  return parts.join('/') || undefined
}

/** Reads a name: programs that write UTF-8 do not always say so. */
function nameOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return [...bytes].map(byte => (byte < 128 ? String.fromCharCode(byte) : PAGE_850[byte - 128]!)).join('')
  }
}
