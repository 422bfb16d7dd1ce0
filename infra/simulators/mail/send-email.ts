/**
 * `SendEmail` of SES v2: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
 * (2019-09-27); README.md beside this file lists what is covered.
 */
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { ACCESS_KEY_ID, SECRET_ACCESS_KEY } from '../../local/aws-names.ts'
import { S3Error } from '../../local/s3/s3-error.ts'
import { verifySignature } from '../../local/s3/signature.ts'
import type { Faults } from '../faults.ts'
import { bytesOf, type Call, sendJson } from '../simulated-system.ts'
import type { Fault } from './faults.ts'
import type { Mailbox } from './mailbox.ts'

const Text = z.object({ Data: z.string(), Charset: z.string().optional() })
const Addresses = z.array(z.string()).optional()
const SendEmail = z.object({
  FromEmailAddress: z.string(),
  Destination: z.object({ ToAddresses: Addresses, CcAddresses: Addresses, BccAddresses: Addresses }),
  Content: z.object({
    Simple: z.object({ Subject: Text, Body: z.object({ Text: Text.optional(), Html: Text.optional() }) }),
  }),
})

/** Maximum number of recipients of one call, of all kinds together. */
const MAX_RECIPIENTS = 50

/** An error as SES answers it. */
class SesError extends Error {
  readonly status: number

  constructor(status: number, name: string, message: string) {
    super(message)
    this.name = name
    this.status = status
  }
}

const bad = (message: string) => new SesError(400, 'BadRequestException', message)

/** Accepts an e-mail, or refuses it as SES would. */
export async function sendEmail(call: Call, mailbox: Mailbox, faults: Faults<Fault>): Promise<true> {
  try {
    const bytes = await bytesOf(call)
    requireSignature(call, bytes)
    const fault = faults.next()
    if (fault?.kind === 'stall') await sleep(fault.ms, undefined, { ref: false })
    if (fault?.kind === 'throttle')
      throw new SesError(429, 'TooManyRequestsException', 'Maximum sending rate exceeded.')
    if (fault?.kind === 'fail') throw new SesError(fault.status, 'InternalServiceError', 'configured to fail')
    if (fault?.kind === 'reject') throw new SesError(400, 'MessageRejected', 'Email address is not verified.')
    keep(bytes, mailbox)
    if (fault?.kind === 'lose-answer') {
      call.request.socket.destroy()
      return true
    }
    return sendJson(call, 200, { MessageId: randomUUID() })
  } catch (error) {
    if (!(error instanceof SesError)) throw error
    call.response.setHeader('x-amzn-errortype', error.name)
    return sendJson(call, error.status, { message: error.message })
  }
}

function requireSignature({ request, url }: Call, bytes: Buffer): void {
  const digest = createHash('sha256').update(bytes).digest('hex')
  const keys = new Map([[ACCESS_KEY_ID, SECRET_ACCESS_KEY]])
  try {
    verifySignature(request, url.pathname, url.search.slice(1), keys, { service: 'ses', digest })
  } catch (error) {
    if (!(error instanceof S3Error)) throw error
    throw new SesError(403, 'SignatureDoesNotMatchException', error.message)
  }
}

function keep(bytes: Buffer, mailbox: Mailbox): void {
  const parsed = SendEmail.safeParse(readJson(bytes))
  if (!parsed.success) throw bad('1 validation error detected')
  const { FromEmailAddress: from, Destination, Content } = parsed.data
  const { Subject, Body } = Content.Simple
  const recipients = Object.values(Destination).flatMap(list => list ?? [])
  if (recipients.length === 0 || recipients.length > MAX_RECIPIENTS)
    throw bad(`Recipient count must be 1 to ${MAX_RECIPIENTS}.`)
  for (const address of [from, ...recipients]) requireAddress(address)
  if (!Body.Text && !Body.Html) throw bad('The body is empty.')
  if (/[\r\n]/.test(Subject.Data)) throw bad('Header fields must not contain line breaks.')
  for (const to of recipients)
    mailbox.put({
      to: addressOf(to),
      from: readWords(from),
      subject: Subject.Data,
      text: Body.Text?.Data ?? '',
      html: Body.Html?.Data ?? '',
    })
}

/** Returns the address in `Name <address>`. */
const addressOf = (written: string): string => /<([^<>]+)>$/.exec(written)?.[1] ?? written

/** Decodes encoded words (RFC 2047) of UTF-8 in base64, as a mail program shows them. */
const readWords = (written: string): string =>
  written.replace(/=\?UTF-8\?B\?([A-Za-z0-9+/=]+)\?=/gi, (_, word: string) => Buffer.from(word, 'base64').toString())

function requireAddress(written: string): void {
  // Characters outside ASCII must be encoded words.
  if (!/^[\x20-\x7e]+$/.test(written) || !z.email().safeParse(addressOf(written)).success)
    throw bad('Invalid email address.')
}

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw bad('The body is no JSON.')
  }
}
