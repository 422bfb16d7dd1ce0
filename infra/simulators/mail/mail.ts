import { z } from 'zod'
import { LOOPBACK } from '../../local/listen.ts'
import { createFaults } from '../faults.ts'
import { serveScreen } from '../serve-screen.ts'
import { jsonOf, type SimulatedSystem, SimulatorError, type SimulatorOptions, sendJson } from '../simulated-system.ts'
import { Fault, SmtpFault } from './faults.ts'
import { openMailbox } from './mailbox.ts'
import { readMessage } from './read-message.ts'
import { sendEmail } from './send-email.ts'
import { type SmtpServer, startSmtp } from './smtp-server.ts'
import type { Accepted } from './smtp-session.ts'

const SmtpSettings = z.object({
  security: z.enum(['none', 'starttls', 'tls']).default('none'),
  host: z.string().min(1).default(LOOPBACK),
  user: z.string().min(1).optional(),
  password: z.string().optional(),
})

/** Simulates SES, mail servers, and the mailboxes behind them. */
export function openMail({ dir }: SimulatorOptions): SimulatedSystem {
  const mailbox = openMailbox(dir)
  const faults = createFaults<Fault>()
  const smtpFaults = createFaults<SmtpFault>()
  const servers: SmtpServer[] = []
  const accepted: Accepted[] = []
  return {
    header: { name: 'E-mail', href: '/mail' },
    close() {
      for (const server of servers) server.close()
      mailbox.close()
    },
    async serve(call) {
      const { method, url, response } = call
      const at = `${method} ${url.pathname}`
      if (at === 'POST /simulated/ses/v2/email/outbound-emails') return sendEmail(call, mailbox, faults)
      if (at === 'GET /sim/mail') return sendJson(call, 200, mailbox.list(url.searchParams.get('to') ?? undefined))
      if (at === 'POST /sim/mail/faults') {
        const fault = await jsonOf(call, Fault)
        faults.add(fault)
        return sendJson(call, 201, fault)
      }
      if (at === 'GET /sim/mail/faults') return sendJson(call, 200, faults.list())
      if (at === 'DELETE /sim/mail/faults') {
        faults.clear()
        return sendJson(call, 200, [])
      }
      if (at === 'POST /sim/mail/smtp') {
        const settings = await jsonOf(call, SmtpSettings)
        const server = await startSmtp(settings, { mailbox, faults: smtpFaults, accepted })
        servers.push(server)
        return sendJson(call, 201, { url: server.url, ca: server.ca })
      }
      if (at === 'GET /sim/mail/smtp')
        return sendJson(
          call,
          200,
          accepted.map(email => ({ ...email, messageId: readMessage(email.raw).messageId })),
        )
      if (at === 'POST /sim/mail/smtp/faults') {
        const fault = await jsonOf(call, SmtpFault)
        smtpFaults.add(fault)
        return sendJson(call, 201, fault)
      }
      if (at === 'DELETE /sim/mail/smtp/faults') {
        smtpFaults.clear()
        return sendJson(call, 200, [])
      }
      const shown = /^\/sim\/mail\/(\d{1,15})\/html$/.exec(url.pathname)?.[1]
      if (method === 'GET' && shown) {
        const message = mailbox.find(Number(shown))
        if (!message) throw new SimulatorError(404, 'ERR_SIM_NO_MESSAGE')
        // The sender is not trusted: no script runs, nothing is fetched and no form is sent, in a
        // frame or not.
        response.writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
        })
        response.end(message.html)
        return true
      }
      if (serveScreen(call, 'mail', 'E-mail')) return true
      if (url.pathname === '/sim/mail' || url.pathname.startsWith('/sim/mail/'))
        throw new SimulatorError(405, 'ERR_SIM_METHOD')
      return false
    },
  }
}
