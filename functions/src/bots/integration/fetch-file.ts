import { MEDIA_LIMITS } from '@balcao/shared/api/tickets/messages.ts'
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'
import { bareMimetype } from '@balcao/shared/media.ts'
import type { KeptMedia } from '@balcao/shared/rules/inbound/pipeline.ts'
import { assertPicture } from '../../areas/assert-picture.ts'
import { assertContent, kindOf } from '../../areas/media-kind.ts'
import { callExternalUrl } from '../../integrations/outgoing/call-external-url.ts'
import { OutgoingError } from '../../integrations/outgoing/outgoing-error.ts'
import { storeTicketFile } from '../../messaging/store-ticket-file.ts'

/** Maximum bytes of a bot's file, and the time to download it. */
const MAX_BYTES = MEDIA_LIMITS.image

const REFUSALS: readonly ErrorCode[] = ['ERR_UPLOAD_TYPE', 'ERR_PICTURE_TOO_LARGE']

/**
 * Downloads a file that a bot names, and stores it for a ticket under a name made of `key`: the
 * same at every attempt. Undefined when it cannot be downloaded, has a type that phones do not
 * accept, or too many bytes or pixels: then its address is sent instead.
 */
export async function fetchFile(
  ticket: { companyId: string; ticketId: string },
  url: string,
  key: string,
  timeoutMs: number,
): Promise<KeptMedia | undefined> {
  try {
    const { status, headers, body } = await callExternalUrl(
      url,
      { method: 'GET', headers: { accept: '*/*' } },
      { timeoutMs, maxBytes: MAX_BYTES },
    )
    if (status !== 200 || body.length === 0) return undefined
    const mimetype = bareMimetype(headers['content-type'] ?? '')
    const fileName = nameOf(url)
    const kind = kindOf(mimetype, fileName)
    // A web page, mostly an error that the file is gone.
    if (kind === 'application') return undefined
    assertContent(kind, body)
    if (kind === 'image') assertPicture(body)
    const at = await storeTicketFile(ticket, `integration|${key}`, body, mimetype)
    return { kind, key: at, mimetype, fileName, size: body.length }
  } catch (error) {
    if (error instanceof OutgoingError || (error instanceof AppError && REFUSALS.includes(error.code))) return undefined
    throw error
  }
}

function nameOf(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  return decodeURIComponent(/^[\w .()-]{1,100}$/.test(last) ? last : 'arquivo')
}
