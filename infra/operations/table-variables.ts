import { randomBytes } from 'node:crypto'
import { resourceNames } from '../local/resources.ts'

/**
 * Returns the environment in which the functions' data layer works on a stage's table, beside the
 * variables of the services. Nothing can be sent, and nothing sealed can be opened.
 */
export function tableVariables(stage: string): Record<string, string> {
  const names = resourceNames(stage)
  const unused = 'http://127.0.0.1:9'
  const unknown = () => randomBytes(36).toString('base64url')
  return {
    STAGE: stage,
    TABLE_NAME: names.table,
    MEDIA_BUCKET: names.bucket,
    INBOUND_QUEUE_URL: unused,
    OUTBOUND_QUEUE_URLS: unused,
    JOBS_QUEUE_URL: unused,
    TIMERS_QUEUE_URL: unused,
    MAIL_QUEUE_URL: unused,
    TICKS_QUEUE_URL: unused,
    MACHINES_QUEUE_URL: unused,
    DELIVERIES_QUEUE_URL: unused,
    PAGES_QUEUE_URL: unused,
    PUSHES_QUEUE_URL: unused,
    REALTIME_ENDPOINT: unused,
    JWT_SECRET: unknown(),
    SEALING_SECRET: unknown(),
    VAPID_SECRET: unknown(),
    META_APP_SECRET: unknown(),
    META_VERIFY_TOKEN: unknown(),
  }
}
