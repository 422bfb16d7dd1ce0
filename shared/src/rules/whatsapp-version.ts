/** Form of a version of WhatsApp Web: three numbers, as 2.3000.1043857760. */
export const WHATSAPP_VERSION = /^\d{1,4}\.\d{1,6}\.\d{1,15}$/
