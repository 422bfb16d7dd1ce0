/** Sends e-mail by SES v2. */
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import type { OutgoingEmail } from './outgoing-email.ts'

let client: SESv2Client | undefined
const ses = (): SESv2Client => {
  client ??= new SESv2Client({ maxAttempts: 3, requestHandler: { connectionTimeout: 3000, requestTimeout: 8000 } })
  return client
}

/**
 * Sends an e-mail through SES, which answers once it has accepted it. Throws SES's refusals
 * (`MessageRejected`, throttling …), and network errors, after which it is unknown whether it was
 * accepted.
 */
export async function sendBySes({ from, to, content: { subject, text, html } }: OutgoingEmail): Promise<void> {
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' })
  await ses().send(
    new SendEmailCommand({
      FromEmailAddress: asciiSender(from),
      Destination: { ToAddresses: [to] },
      Content: { Simple: { Subject: utf8(subject), Body: { Text: utf8(text), Html: utf8(html) } } },
    }),
  )
}

/**
 * Encodes the sender's name as an encoded word (RFC 2047 §2), since SES accepts a sender in ASCII
 * only.
 */
export function asciiSender(from: string): string {
  const [, name, address] = /^(.*?)\s*<([^<>]+)>$/.exec(from) ?? []
  if (!name || !address || /^[\x20-\x7e]*$/.test(name)) return from
  return `=?UTF-8?B?${Buffer.from(name).toString('base64')}?= <${address}>`
}
