import { Refusal } from '../../local/refusal.ts'
import type { ServerConfig } from '../config.ts'
import { type ClockReading, readMailClock, readWebClock } from './read-clock.ts'

const MINUTE_MS = 60_000

/**
 * Refuses a clock that is wrong by more than a minute by WhatsApp's answer, or the mail server's
 * where WhatsApp gives none: links, sign-ins and due times would all be wrong.
 * @returns a warning where nobody answered
 */
export async function checkClock(config: Pick<ServerConfig, 'WHATSAPP_URL' | 'SMTP_URL'>): Promise<string | undefined> {
  const whatsapp = new URL(config.WHATSAPP_URL ?? 'wss://web.whatsapp.com')
  const clock =
    (await orNothing(readWebClock(whatsapp.origin.replace(/^ws/, 'http')))) ??
    (config.SMTP_URL ? await orNothing(readMailClock(config.SMTP_URL)) : undefined)
  if (!clock) return `The clock was not checked: ${whatsapp.host} does not answer`
  if (Math.abs(clock.aheadMs) <= MINUTE_MS) return undefined
  const seconds = Math.round(Math.abs(clock.aheadMs) / 1000)
  throw new Refusal(
    `The clock of this machine is ${seconds} s ${clock.aheadMs > 0 ? 'ahead of' : 'behind'} that of ${clock.of}. Set it: sudo timedatectl set-ntp true`,
    { mayPass: true },
  )
}

const orNothing = (reading: Promise<ClockReading>): Promise<ClockReading | undefined> => reading.catch(() => undefined)
