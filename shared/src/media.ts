/**
 * Prefix of the media bucket under which browsers put attachments before they are sent: below it the key they are kept
 * under. Sending copies an attachment there; what stays here expires (infra/stacks/data-stack.ts).
 */
export const PREPARED_UPLOADS = 'uploads/'
/** Days after which a prepared attachment is gone. */
export const PREPARED_UPLOADS_DAYS = 2
