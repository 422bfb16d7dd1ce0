/**
 * SMTP side of the simulator: a server as a client of RFC 5321 meets it, with STARTTLS (RFC 3207)
 * and AUTH PLAIN and LOGIN (RFC 4954). What it accepts is in its recipients' mailboxes.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls'
import { loopbackCertificate } from '@balcao/session-host/simulator/certificate.ts'
import { LOOPBACK } from '../../local/listen.ts'
import type { Faults } from '../faults.ts'
import type { SmtpFault } from './faults.ts'
import type { Mailbox } from './mailbox.ts'
import { readMessage } from './read-message.ts'
import { type Accepted, createSession, type SmtpSettings } from './smtp-session.ts'

export type SmtpServer = {
  /** Address with user and password, as `SMTP_URL` wants it. */
  url: string
  /** Authority of its certificate, as PEM. */
  ca: string
  close: () => void
}

/** Maximum number of e-mails that are remembered as they came. */
const MAX_ACCEPTED = 500

/**
 * Starts an SMTP server on a free port.
 * @param accepted receives what it accepts, oldest first
 */
export async function startSmtp(
  settings: SmtpSettings,
  { mailbox, faults, accepted }: { mailbox: Mailbox; faults: Faults<SmtpFault>; accepted: Accepted[] },
): Promise<SmtpServer> {
  const { key, cert, ca } = await loopbackCertificate('Balcao simulator mail CA', settings.host)
  const context = createSecureContext({ key, cert })
  const sockets = new Set<Socket>()
  const keep = (email: Accepted) => {
    const { from, subject, text, html } = readMessage(email.raw)
    for (const to of email.to) mailbox.put({ to, from, subject, text, html })
    accepted.push(email)
    accepted.splice(0, accepted.length - MAX_ACCEPTED)
  }
  const server = createServer(socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    const session = createSession(settings, { faults, keep })
    if (settings.security === 'tls') talk(upgrade(socket, context), true)
    else talk(socket, false)

    function talk(line: Socket, secure: boolean): void {
      line.on('error', () => line.destroy())
      session.open(line, secure, () => talk(upgrade(line, context), true))
    }
  })
  server.listen(0, LOOPBACK)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { user, password, security, host } = settings
  const sign = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@` : ''
  return {
    url: `${security === 'tls' ? 'smtps' : 'smtp'}://${sign}${host}:${port}`,
    ca,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const upgrade = (socket: Socket, secureContext: SecureContext): TLSSocket =>
  new TLSSocket(socket, { isServer: true, secureContext })
