/** The account and region the local cloud stands for. */
export const ACCOUNT = '000000000000'
export const REGION = 'us-east-1'

/**
 * The one key pair the local services accept; S3 verifies its signatures. LocalStack verifies signed links with this secret, and
 * DynamoDB Local refuses an id that has anything but letters and digits.
 */
export const ACCESS_KEY_ID = 'test'
export const SECRET_ACCESS_KEY = 'test'

/** The same as an SDK client takes it. */
export const CREDENTIALS = { accessKeyId: ACCESS_KEY_ID, secretAccessKey: SECRET_ACCESS_KEY }
