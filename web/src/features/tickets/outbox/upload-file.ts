import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { putUpload } from '#/lib/put-upload.ts'
import { api } from '#/lib/session.ts'
import type { OutgoingFile } from '../public/outgoing.ts'

/** Uploads the file of a message with a signed form, unless it was aborted. */
export async function uploadFile(
  ticketId: string,
  { file, ptt, seconds }: OutgoingFile,
  signal: AbortSignal,
  onProgress: (share: number) => void,
) {
  const mimetype = file.type || 'application/octet-stream'
  const fileName = file.name || 'arquivo'
  signal.throwIfAborted()
  const form = await api(messages.upload, { params: { ticketId }, body: { fileName, mimetype, size: file.size } })
  signal.throwIfAborted()
  await putUpload(form, file, signal, onProgress)
  return { key: form.key, fileName, mimetype, ptt, ...(seconds === undefined ? {} : { seconds }) }
}
