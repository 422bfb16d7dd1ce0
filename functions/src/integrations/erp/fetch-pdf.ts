import { ask, type CallTimeouts, MAX_PDF_BYTES } from './ask.ts'
import { pdfOf } from './bill.ts'

/**
 * Downloads the PDF at an address; null where there is something else.
 * @throws ErpError
 */
export async function fetchPdf(address: string, timeouts: CallTimeouts): Promise<Buffer | null> {
  const headers = { accept: 'application/pdf' }
  const { status, body } = await ask(address, { method: 'GET', headers }, timeouts, MAX_PDF_BYTES)
  return status === 200 ? pdfOf(body) : null
}
