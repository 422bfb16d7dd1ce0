import { randomBytes } from 'node:crypto'
import { resourceNames } from '../local/resources.ts'
import { type Services, serviceVariables } from '../local/start-services.ts'

const STAGE = 'local'

/**
 * Returns the environment for the functions' code in this process, on services that run without a
 * cloud.
 */
export function localEnvironment({
  endpoints,
  queueUrl,
}: Pick<Services, 'endpoints' | 'queueUrl'>): Record<string, string> {
  const names = resourceNames(STAGE)
  return {
    ...serviceVariables(endpoints),
    STAGE,
    TABLE_NAME: names.table,
    MEDIA_BUCKET: names.bucket,
    INBOUND_QUEUE_URL: queueUrl(names.inbound),
    OUTBOUND_QUEUE_URLS: names.outbound.map(queueUrl).join(','),
    JOBS_QUEUE_URL: queueUrl(names.jobs),
    TIMERS_QUEUE_URL: queueUrl(names.timers),
    MAIL_QUEUE_URL: queueUrl(names.mail),
    TICKS_QUEUE_URL: queueUrl(names.ticks),
    MACHINES_QUEUE_URL: queueUrl(names.machines),
    DELIVERIES_QUEUE_URL: queueUrl(names.deliveries),
    PAGES_QUEUE_URL: queueUrl(names.pages),
    PUSHES_QUEUE_URL: queueUrl(names.pushes),
    // Nobody is connected.
    REALTIME_ENDPOINT: 'http://127.0.0.1:9/ws',
    JWT_SECRET: randomBytes(36).toString('base64url'),
    SEALING_SECRET: randomBytes(36).toString('base64url'),
    VAPID_SECRET: randomBytes(36).toString('base64url'),
    META_APP_SECRET: randomBytes(36).toString('base64url'),
    META_VERIFY_TOKEN: randomBytes(36).toString('base64url'),
  }
}
