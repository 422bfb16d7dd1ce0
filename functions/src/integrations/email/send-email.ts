/**
 * The only way to send e-mail: by the mail server of `SMTP_URL` where there is one, else by SES.
 * Imported only by the worker that sends; each client is loaded when it is needed.
 */
import { config } from '../../config.ts'
import type { OutgoingEmail } from './outgoing-email.ts'

/** Sends an e-mail. Throws the errors of `sendBySmtp` and `sendBySes`. */
export async function sendEmail(email: OutgoingEmail): Promise<void> {
  const { SMTP_URL } = config()
  if (SMTP_URL) return (await import('./send-smtp.ts')).sendBySmtp(SMTP_URL, email)
  await (await import('./send-ses.ts')).sendBySes(email)
}
