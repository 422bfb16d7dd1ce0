/** The one way out for e-mail: SES v2. Imported by the worker that sends, and by nothing else. */
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import type { Letter } from './letter.ts'

let client: SESv2Client | undefined
const ses = (): SESv2Client => {
  client ??= new SESv2Client({ maxAttempts: 3, requestHandler: { connectionTimeout: 3000, requestTimeout: 8000 } })
  return client
}

/**
 * Hands a letter to SES, which answers once it has taken it. Throws what SES refuses (`MessageRejected`, throttling …), and what
 * befalls the line, after which nobody knows whether it was taken.
 * @param from `Name <address>` or an address
 */
export async function sendEmail(from: string, to: string, { subject, text, html }: Letter): Promise<void> {
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' })
  await ses().send(
    new SendEmailCommand({
      FromEmailAddress: asciiSender(from),
      Destination: { ToAddresses: [to] },
      Content: { Simple: { Subject: utf8(subject), Body: { Text: utf8(text), Html: utf8(html) } } },
    }),
  )
}

/** SES takes a sender in ASCII only: another name is written as an encoded word (RFC 2047 §2). */
export function asciiSender(from: string): string {
  const [, name, address] = /^(.*?)\s*<([^<>]+)>$/.exec(from) ?? []
  if (!name || !address || /^[\x20-\x7e]*$/.test(name)) return from
  return `=?UTF-8?B?${Buffer.from(name).toString('base64')}?= <${address}>`
}
