/**
 * Sends e-mail by a company's own mail server: SMTP (RFC 5321) by nodemailer, one connection an
 * e-mail. It reads no configuration, so that the process of a server may use it as well.
 */
import { createHash } from 'node:crypto'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { oneLine } from './email-content.ts'
import type { OutgoingEmail } from './outgoing-email.ts'
import { SmtpError } from './smtp-error.ts'
import { readSmtpUrl } from './smtp-url.ts'

/** Time (ms) for an e-mail as a whole; the worker that sends runs for 30 s at most. */
const DEADLINE_MS = 20_000
/** Silence (ms) after which a step is given up. */
const STEP_MS = 8000

/**
 * Sends an e-mail and returns once the server has accepted it. TLS is verified, and required unless
 * the server is on this machine. Throws SmtpError; after one that is not permanent it may be
 * unknown whether the e-mail was accepted, and another attempt carries the same Message-ID.
 * @param server `smtp://` (STARTTLS) or `smtps://`, with user and password percent-encoded
 */
export async function sendBySmtp(server: string, email: OutgoingEmail): Promise<void> {
  const { host, port, secure, isLocal, auth } = readSmtpUrl(server)
  const sender = addressIn(email.from)
  const message = await compose(email, sender)
  const connection = new SMTPConnection({
    host,
    port,
    secure,
    // On this machine nobody listens in, and its certificate is rarely one for `localhost`.
    ...(isLocal ? { ignoreTLS: true } : { requireTLS: true }),
    tls: { minVersion: 'TLSv1.2' },
    dnsTimeout: STEP_MS,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    maxResponseSize: 64 * 1024,
  })
  const steps = new Promise<void>((resolve, reject) => {
    // An error outside a step, and an end that no step has noticed.
    connection.on('error', reject)
    connection.on('end', () => reject(new SmtpError('ECONNECTION')))
    const send = () =>
      connection.send({ from: sender, to: [email.to], size: message.length }, message, error =>
        error ? reject(error) : resolve(),
      )
    connection.connect(error => {
      if (error) reject(error)
      else if (auth) connection.login(auth, failed => (failed ? reject(failed) : send()))
      else send()
    })
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SmtpError('ETIMEDOUT')), DEADLINE_MS)
  })
  try {
    await Promise.race([steps, deadline])
    connection.quit()
  } catch (error) {
    connection.close()
    throw SmtpError.of(error)
  } finally {
    clearTimeout(timer)
  }
}

/** Composes the message (RFC 5322): text and HTML, with a Message-ID made of the e-mail's id. */
function compose({ id, from, to, content }: OutgoingEmail, sender: string): Promise<Buffer> {
  const local = /^[\w-]{1,64}$/.test(id) ? id : createHash('sha256').update(id).digest('hex')
  if (!isAddress(sender) || !isAddress(to)) throw new SmtpError('EENVELOPE', { isPermanent: true })
  const composer = new MailComposer({
    messageId: `<${local}@${sender.split('@').at(-1)}>`,
    from: { name: oneLine(from.slice(0, from.lastIndexOf('<')).replace(/"/g, '')), address: sender },
    to: { name: '', address: to },
    subject: oneLine(content.subject),
    text: content.text,
    html: content.html,
    // Such an answer would reach nobody.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

/** Returns the address in `Name <address>`, or the address itself. */
const addressIn = (written: string): string => /<([^<>]+)>\s*$/.exec(written)?.[1]?.trim() ?? written.trim()

/** Returns true for what can stand in an envelope and a header, and is one address. */
const isAddress = (text: string): boolean => /^[^\s<>@,;:"()\\\p{Cc}]+@[^\s<>@,;:"()\\\p{Cc}]+$/u.test(text)
