import type { UploadedFile } from '@balcao/shared/api-contract/handlers.ts'
import type { Multipart, Route } from '@balcao/shared/api-contract/route.ts'
import { AppError } from '@balcao/shared/errors.ts'
import busboy from 'busboy'

type ParsedBody = { body: unknown; files: UploadedFile[] }

/** Maximum bytes of each text field of a form. */
const FIELD_LIMIT = 256 * 1024
const FIELDS = 60
/** Field names of files that every form accepts beside the route's own; each also as `name[]`. */
const FILE_FIELDS = ['file', 'files']

/** Types that a browser would run in our origin; never accepted as a file (decision 0017). */
const ACTIVE_TYPES = /^(text\/html|application\/xhtml\+xml|image\/svg\+xml|multipart\/related)\b/i
const ACTIVE_NAMES = /\.(x?html?|xht|svgz?|mhtml?|hta)$/i

/**
 * Any parameters and any case, but no other type: a page of another site may send the types of a
 * plain form without a preflight, but not this one.
 */
const JSON_TYPE = /^application\/json\s*(;|$)/i

/**
 * Returns the body and the files of a call. We do not use middy's parsers, since a stranger could
 * choose their cost and outcome. The JSON parser calls a function for every value: 6 MB of zeros
 * take seconds of CPU instead of a tenth of one, before anybody has signed in. The form parser ends
 * the process on a file that breaks off, fails on a part without a name, and does not report that a
 * field was cut or that there were too many.
 * @throws ERR_NOT_JSON, ERR_MALFORMED_BODY, ERR_UPLOAD_TOO_LARGE, ERR_UPLOAD_TYPE, ERR_VALIDATION
 * (a file in an unexpected field)
 */
export async function readBody(
  route: Route,
  headers: Record<string, string | undefined>,
  event: { body: string | null; isBase64Encoded: boolean },
): Promise<ParsedBody> {
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

function readForm(limits: Multipart, contentType: string, bytes: Buffer): Promise<ParsedBody> {
  return new Promise((resolve, reject) => {
    const fields: Record<string, unknown> = Object.create(null)
    const files: UploadedFile[] = []
    let arrived = 0
    // Kept until the form was read to its end: a form that breaks off is first of all malformed.
    let refusal: AppError | undefined
    const names = [limits.field, ...FILE_FIELDS]
    const malformed = () => reject(new AppError('ERR_MALFORMED_BODY'))
    let parser: busboy.Busboy
    try {
      parser = busboy({
        headers: { 'content-type': contentType },
        defParamCharset: 'utf8',
        limits: {
          fileSize: limits.maxSize,
          files: limits.maxFiles,
          fields: FIELDS,
          fieldSize: FIELD_LIMIT,
        },
      })
    } catch {
      return malformed()
    }
    const tooLarge = () => {
      const uploads = limits.larger ? { uploads: limits.larger } : {}
      reject(new AppError('ERR_UPLOAD_TOO_LARGE', { data: { mostBytes: limits.maxSize, ...uploads } }))
    }
    parser.on('field', (name, value, info) => {
      if (info.valueTruncated) reject(new AppError('ERR_UPLOAD_TOO_LARGE'))
      if (withoutBrackets(name) === limits.field) refusal ??= notAFile(name)
      fields[name] = value
    })
    // A part may lack its name, whatever the types claim.
    parser.on('file', (name: string | undefined, stream, { filename, mimeType }) => {
      // A form that breaks off inside a file emits the error on the file too; unhandled, it ends
      // the process.
      stream.on('error', malformed)
      // If the file were dropped, the call would answer 201 for a message that lost its attachment.
      if (!names.includes(withoutBrackets(name))) {
        refusal ??= unknownFile(name, limits.field)
        return void stream.resume()
      }
      arrived += 1
      if (arrived > limits.maxFiles) reject(new AppError('ERR_UPLOAD_TOO_LARGE'))
      if (ACTIVE_TYPES.test(mimeType) || ACTIVE_NAMES.test(filename ?? '')) {
        reject(new AppError('ERR_UPLOAD_TYPE'))
        return void stream.resume()
      }
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('limit', tooLarge)
      stream.on('end', () => {
        files.push({ fileName: filename || 'file', mimetype: mimeType, bytes: Buffer.concat(chunks) })
      })
    })
    parser.on('filesLimit', () => reject(new AppError('ERR_UPLOAD_TOO_LARGE')))
    parser.on('fieldsLimit', malformed)
    parser.on('error', malformed)
    parser.on('close', () => {
      if (refusal) return reject(refusal)
      try {
        resolve({ body: bodyOf(fields, limits.json), files })
      } catch {
        malformed()
      }
    })
    parser.end(bytes)
  })
}

/** Returns a form's body: its fields, or the content of the part `json`. */
function bodyOf(fields: Record<string, unknown>, json: string | undefined): unknown {
  const whole = json === undefined ? undefined : fields[json]
  return whole === undefined ? { ...fields } : JSON.parse(String(whole))
}

/** Removes trailing brackets: browsers and clients name lists of files `medias` or `medias[]`. */
const withoutBrackets = (name: string | undefined): string => (name ?? '').replace(/\[\]$/, '')

const unknownFile = (name: string | undefined, field: string): AppError =>
  new AppError('ERR_VALIDATION', {
    details: [{ path: name ?? '', code: 'unknown_file_field', other: field }],
  })

const notAFile = (name: string): AppError =>
  new AppError('ERR_VALIDATION', { details: [{ path: name, code: 'not_a_file' }] })
