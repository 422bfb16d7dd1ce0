import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** Reading of another system's clock: its name, and the milliseconds that ours is ahead of it. */
export type ClockReading = { of: string; aheadMs: number }

const TIMEOUT_MS = 4000

/**
 * Reads the clock of a web server from the `Date` of whatever it answers.
 * @throws when it does not answer or says no date
 */
export async function readWebClock(url: string): Promise<ClockReading> {
  const began = Date.now()
  const response = await fetch(url, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return reading(new URL(url).host, response.headers.get('date') ?? '', began)
}

/**
 * Reads the clock of a mail server from its greeting, where that holds a date (RFC 5321 §4.2 leaves
 * it open; Sendmail and Exchange write one).
 * @throws when it does not answer or says no date
 */
export function readMailClock(smtpUrl: string): Promise<ClockReading> {
  const { protocol, hostname, port } = new URL(smtpUrl)
  const secure = protocol === 'smtps:'
  const at = { host: hostname, port: Number(port || (secure ? 465 : 587)) }
  const began = Date.now()
  return new Promise((resolve, reject) => {
    const socket = secure ? connectTls({ ...at, servername: hostname }) : connect(at)
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no answer')))
    socket.once('error', reject)
    socket.once('data', greeting => {
      socket.end('QUIT\r\n')
      const [date = ''] = /\w{3}, +\d{1,2} \w{3} \d{4} \d\d:\d\d:\d\d [-+\w]+/.exec(String(greeting)) ?? []
      try {
        resolve(reading(hostname, date, began))
      } catch (error) {
        reject(error)
      }
    })
    socket.once('close', () => reject(new Error('no answer')))
  })
}

/** @param began when it was asked; the answer was written some time between then and now */
function reading(of: string, date: string, began: number): ClockReading {
  const theirs = Date.parse(date)
  if (Number.isNaN(theirs)) throw new Error('no date')
  return { of, aheadMs: (began + Date.now()) / 2 - theirs }
}
