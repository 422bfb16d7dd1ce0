/** AWS account and region of the local cloud. */
export const ACCOUNT = '000000000000'
export const REGION = 'us-east-1'

/**
 * The only key pair that the local services accept; S3 verifies signatures with it. LocalStack
 * verifies presigned links with the secret `test`, and DynamoDB Local accepts only letters and
 * digits in an id.
 */
export const ACCESS_KEY_ID = 'test'
export const SECRET_ACCESS_KEY = 'test'

/** Key pair in the form that the SDK's clients take. */
export const CREDENTIALS = { accessKeyId: ACCESS_KEY_ID, secretAccessKey: SECRET_ACCESS_KEY }
