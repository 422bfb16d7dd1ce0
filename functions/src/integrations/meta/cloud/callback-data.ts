/**
 * Text that Meta returns with the statuses of a message (Cloud API, `biz_opaque_callback_data`):
 * our id of the message, and which part of it was sent. By it a status finds its message even if
 * the answer to the call was lost.
 */

/** @param part counted from 0 */
export const callbackDataOf = (messageId: string, part: number): string =>
  part === 0 ? messageId : `${messageId}:${part}`

export function readCallbackData(text: string): { messageId: string; part: number } {
  const [, messageId = text, part = '0'] = /^(.+):(\d{1,4})$/.exec(text) ?? []
  return { messageId, part: Number(part) }
}
