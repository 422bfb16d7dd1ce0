import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import busboy from 'busboy'
import { S3Error } from './s3-error.ts'
import { type AccessKeys, verifyPolicySignature } from './signature.ts'

type PolicyCondition = Record<string, string> | [string, string | number, string | number]
type Policy = { expiration?: string; conditions?: PolicyCondition[] }

/** A browser's upload with a verified policy; the file is still streaming. */
export type PostedFile = { key: string; file: Readable; min: number; max: number; fields: Record<string, string> }

/**
 * Read before the signature of the policy: S3 takes 20 KB of fields. Of more, the rest is dropped.
 */
const FORM_LIMITS = { files: 1, fields: 40, fieldNameSize: 100, fieldSize: 20_000, headerPairs: 20 }

// Fields that no condition has to name.
const FREE_FIELDS = new Set(['policy', 'x-amz-signature', 'file', 'bucket'])

/**
 * Reads a presigned POST: fields first, then the file, which `store` consumes.
 * @throws S3Error when the policy is unsigned or expired, or does not allow a field
 */
export function receivePostForm<T>(
  request: IncomingMessage,
  bucket: string,
  keys: AccessKeys,
  store: (posted: PostedFile) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = Object.create(null)
    let seen = false
    const form = openForm(request)
    form.on('field', (name, value) => {
      fields[name.toLowerCase()] = value
    })
    form.on('file', (_name, file, info) => {
      seen = true
      accept(file, info.filename ?? '', info.mimeType).then(resolve, error => {
        file.resume()
        reject(error)
      })
    })
    form.on('close', () => {
      if (!seen) reject(new S3Error(400, 'InvalidArgument', 'POST requires exactly one file upload per request.'))
    })
    form.on('error', () => reject(malformed()))
    // Without this a form that breaks off would wait for its end.
    request.once('close', () => {
      if (!request.complete) form.destroy(malformed())
    })
    request.pipe(form)

    async function accept(file: Readable, filename: string, mimeType: string): Promise<T> {
      verifyPolicySignature(fields, keys)
      const policy = JSON.parse(Buffer.from(fields.policy ?? '', 'base64').toString() || '{}') as Policy
      if (!(Date.parse(policy.expiration ?? '') > Date.now())) throw denied('Policy expired.')
      const range = checkConditions(policy.conditions ?? [], { ...fields, bucket })
      const key = (fields.key ?? '').replace(/\$\{filename\}/, filename)
      if (!key) throw new S3Error(400, 'InvalidArgument', "Bucket POST must contain a field named 'key'.")
      return store({ key, file, ...range, fields: { 'content-type': mimeType, ...fields } })
    }
  })
}

/** @throws S3Error 400 for a form without a boundary */
function openForm(request: IncomingMessage): busboy.Busboy {
  try {
    return busboy({ headers: request.headers, limits: FORM_LIMITS })
  } catch {
    throw malformed()
  }
}

function checkConditions(conditions: PolicyCondition[], fields: Record<string, string>): { min: number; max: number } {
  let range = { min: 0, max: Number.POSITIVE_INFINITY }
  const named = new Set<string>()
  for (const condition of conditions) {
    if (!Array.isArray(condition)) {
      for (const [name, value] of Object.entries(condition)) {
        named.add(name.toLowerCase())
        if (fields[name.toLowerCase()] !== value)
          throw denied(`Policy Condition failed: ["eq", "$${name}", "${value}"]`)
      }
    } else if (condition[0] === 'content-length-range') {
      range = { min: Number(condition[1]), max: Number(condition[2]) }
    } else {
      const name = String(condition[1]).replace(/^\$/, '').toLowerCase()
      named.add(name)
      const have = fields[name] ?? ''
      const want = String(condition[2])
      const ok = condition[0] === 'eq' ? have === want : condition[0] === 'starts-with' && have.startsWith(want)
      if (!ok) throw denied(`Policy Condition failed: ["${condition[0]}", "$${name}", "${want}"]`)
    }
  }
  const extra = Object.keys(fields).find(
    name => !named.has(name) && !FREE_FIELDS.has(name) && !name.startsWith('x-ignore-'),
  )
  if (extra) throw denied(`Extra input fields: ${extra}`)
  return range
}

const malformed = () =>
  new S3Error(400, 'MalformedPOSTRequest', 'The body of your POST request is not well-formed multipart/form-data.')

const denied = (why: string) => new S3Error(403, 'AccessDenied', `Invalid according to Policy: ${why}`)
