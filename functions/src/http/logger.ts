import { Logger } from '@aws-lambda-powertools/logger'

/** The process's logger. Never log secrets, message bodies or phone numbers. */
export const logger = new Logger({ serviceName: 'balcao' })
