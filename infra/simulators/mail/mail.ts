import { createFaults } from '../faults.ts'
import { serveScreen } from '../serve-screen.ts'
import { jsonOf, type SimulatedSystem, SimulatorError, type SimulatorOptions, sendJson } from '../simulated-system.ts'
import { Fault } from './faults.ts'
import { openMailbox } from './mailbox.ts'
import { sendEmail } from './send-email.ts'

/** Simulates SES and the mailboxes behind it. */
export function openMail({ dir }: SimulatorOptions): SimulatedSystem {
  const mailbox = openMailbox(dir)
  const faults = createFaults<Fault>()
  return {
    header: { name: 'E-mail', href: '/mail' },
    close: mailbox.close,
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
