import { AppError } from '@balcao/shared/errors.ts'
import { bareMimetype, KNOWLEDGE_LIMIT } from '@balcao/shared/media.ts'
import { declaredCharset } from '../integrations/outgoing/declared-charset.ts'
import { followRedirects, PAGE_TYPES } from '../integrations/outgoing/follow-redirects.ts'

const TIMEOUT_MS = 20_000
/** Headers of the request: they name the product, and carry no cookie. */
const HEADERS = {
  accept: `${PAGE_TYPES.join(',')},text/plain,application/pdf`,
  'user-agent': 'Balcao-Knowledge/1.0',
  'accept-language': 'pt-BR, pt;q=0.9, *;q=0.5',
}
const KINDS = {
  'text/html': 'page',
  'application/xhtml+xml': 'page',
  'text/plain': 'text',
  'application/pdf': 'pdf',
} as const

export type FetchedPage = { kind: 'page' | 'text' | 'pdf'; bytes: Buffer; charset: string }

/**
 * Fetches the page at an address: HTML, a text, or a PDF.
 * @throws ERR_PAGE_UNREACHABLE
 */
export async function fetchPage(url: string): Promise<FetchedPage> {
  const found = await followRedirects(url, HEADERS, { timeoutMs: TIMEOUT_MS, maxBytes: KNOWLEDGE_LIMIT })
  const type = found?.headers['content-type'] ?? ''
  const kind = KINDS[bareMimetype(type) as keyof typeof KINDS]
  if (!found || !kind) throw new AppError('ERR_PAGE_UNREACHABLE')
  const charset = declaredCharset(type, kind === 'page' ? found.body : undefined) ?? ''
  return { kind, bytes: found.body, charset }
}
