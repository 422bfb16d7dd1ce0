import { Logger } from '@aws-lambda-powertools/logger'

/** One logger per process. What it is given never holds secrets, bodies of messages or phone numbers. */
export const logger = new Logger({ serviceName: 'balcao' })
