import type { UploadedFile } from '@balcao/shared/contract/handlers.ts'
import type { Multipart, Route } from '@balcao/shared/contract/route.ts'
import { AppError } from '@balcao/shared/errors.ts'
import busboy from 'busboy'

type Given = { body: unknown; files: UploadedFile[] }

/** Bytes of a form's text fields, each. */
const FIELD_LIMIT = 256 * 1024
const FIELDS = 60
/** Files of fields nobody asked for are skipped, up to so many. */
const STRAY_FILES = 5

/** What a browser would run when it is opened from our origin: never taken as a file (DESIGN: Security). */
const ACTIVE_TYPES = /^(text\/html|application\/xhtml\+xml|image\/svg\+xml|multipart\/related)\b/i
const ACTIVE_NAMES = /\.(x?html?|xht|svgz?|mhtml?|hta)$/i

/**
 * With whatever parameters, in whatever case, and nothing beside it: a page of another site may send the types of a plain
 * form unasked, but not this one.
 */
const JSON_TYPE = /^application\/json\s*(;|$)/i

/**
 * The body and the files of a call, read by us and not by middy's parsers, whose cost and outcome a stranger could choose. The one
 * for JSON asks a function of every value: 6 MB of zeros take seconds of processor instead of a tenth of one, before anybody has
 * signed in. The one for forms ends the process on a file that breaks off, fails on a part without a name, and does not say that
 * a field was cut or that there were too many. Throws ERR_NOT_JSON, ERR_MALFORMED_BODY, ERR_UPLOAD_TOO_LARGE, ERR_UPLOAD_TYPE. */
export async function readBody(
  route: Route,
  headers: Record<string, string | undefined>,
  event: { body: string | null; isBase64Encoded: boolean },
): Promise<Given> {
  if (!route.body) return { body: undefined, files: [] }
  const contentType = headers['content-type'] ?? ''
  if (/^multipart\/form-data\b/i.test(contentType)) {
    if (!route.multipart) throw new AppError('ERR_MALFORMED_BODY')
    const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8')
    return readForm(route.multipart, contentType, bytes)
  }
  const text = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString() : (event.body ?? '')
  // A call whose fields are all optional may come without a body.
  if (text.trim() === '') return { body: {}, files: [] }
  if (!JSON_TYPE.test(contentType.trim())) throw new AppError('ERR_NOT_JSON')
  try {
    return { body: JSON.parse(text), files: [] }
  } catch {
    throw new AppError('ERR_MALFORMED_BODY')
  }
}

function readForm(limits: Multipart, contentType: string, bytes: Buffer): Promise<Given> {
  return new Promise((resolve, reject) => {
    const fields: Record<string, unknown> = Object.create(null)
    const files: UploadedFile[] = []
    let wanted = 0
    const malformed = () => reject(new AppError('ERR_MALFORMED_BODY'))
    let parser: busboy.Busboy
    try {
      parser = busboy({
        headers: { 'content-type': contentType },
        defParamCharset: 'utf8',
        limits: {
          fileSize: limits.maxSize,
          files: limits.maxFiles + STRAY_FILES,
          fields: FIELDS,
          fieldSize: FIELD_LIMIT,
        },
      })
    } catch {
      return malformed()
    }
    parser.on('field', (name, value, info) => {
      if (info.valueTruncated) reject(new AppError('ERR_UPLOAD_TOO_LARGE'))
      fields[name] = value
    })
    // A part may lack its name, whatever the types say.
    parser.on('file', (name: string | undefined, stream, { filename, mimeType }) => {
      // A form that breaks off inside a file is told to the file too: unheard, it ends the process.
      stream.on('error', malformed)
      // Browsers and clients spell lists of files as `medias` or `medias[]`.
      if (name?.replace(/\[\]$/, '') !== limits.field) return void stream.resume()
      wanted += 1
      if (wanted > limits.maxFiles) reject(new AppError('ERR_UPLOAD_TOO_LARGE'))
      if (ACTIVE_TYPES.test(mimeType) || ACTIVE_NAMES.test(filename ?? '')) {
        reject(new AppError('ERR_UPLOAD_TYPE'))
        return void stream.resume()
      }
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('limit', () => reject(new AppError('ERR_UPLOAD_TOO_LARGE')))
      stream.on('end', () => {
        files.push({ fileName: filename || 'file', mimetype: mimeType, bytes: Buffer.concat(chunks) })
      })
    })
    parser.on('filesLimit', () => reject(new AppError('ERR_UPLOAD_TOO_LARGE')))
    parser.on('fieldsLimit', malformed)
    parser.on('error', malformed)
    parser.on('close', () => resolve({ body: { ...fields }, files }))
    parser.end(bytes)
  })
}
