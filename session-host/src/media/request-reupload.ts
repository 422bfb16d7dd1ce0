import {
  type BaileysEventMap,
  decryptMediaRetryData,
  encryptMediaRetryRequest,
  proto,
  type WAMessageKey,
  type WASocket,
} from '@whiskeysockets/baileys'

/**
 * Asks the owner's phone to upload media again that the media host no longer has. Baileys' own
 * `updateMediaMessage` waits forever and keeps its listeners.
 * @returns the new path at the media host, as untrusted as the first
 * @throws when the phone no longer has it either, or does not answer within `ms`
 */
export async function requestReupload(
  socket: WASocket,
  key: WAMessageKey,
  mediaKey: Uint8Array,
  ms: number,
): Promise<string> {
  const me = socket.user?.id
  if (!me) throw new Error('not logged in')
  const node = encryptMediaRetryRequest(key, mediaKey, me)
  let listen: ((updates: BaileysEventMap['messages.media-update']) => void) | undefined
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<string>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('no answer about a medium')), ms)
      listen = updates => {
        const update = updates.find(one => one.key.id === key.id)
        if (!update) return
        try {
          resolve(newPath(update, mediaKey, key.id!))
        } catch (error) {
          reject(error)
        }
      }
      socket.ev.on('messages.media-update', listen)
      socket.sendNode(node).catch(reject)
    })
  } finally {
    clearTimeout(timer)
    if (listen) socket.ev.off('messages.media-update', listen)
  }
}

function newPath(update: BaileysEventMap['messages.media-update'][number], mediaKey: Uint8Array, id: string): string {
  if (!update.media) throw update.error ?? new Error('the handset did not answer')
  const { result, directPath } = decryptMediaRetryData(update.media, mediaKey, id)
  if (result !== proto.MediaRetryNotification.ResultType.SUCCESS || !directPath) {
    throw new Error('the handset has the medium no more')
  }
  return directPath
}
