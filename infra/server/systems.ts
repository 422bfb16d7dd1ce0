import type { ServerConfig } from './config.ts'

/** Returns the variables by which the functions find the systems that a server was given. */
export function systemVariables(config: ServerConfig): Record<string, string> {
  const { SMTP_URL, EMAIL_FROM, PIX_URL, PIX_KEY, PIX_CLIENT_ID, PIX_CLIENT_SECRET } = config
  const { META_APP_ID, META_APP_SECRET, META_VERIFY_TOKEN, OPENAI_URL } = config
  const given = {
    SMTP_URL,
    EMAIL_FROM,
    PIX_URL,
    PIX_KEY,
    PIX_CLIENT_ID,
    PIX_CLIENT_SECRET,
    META_APP_ID,
    META_APP_SECRET,
    META_VERIFY_TOKEN,
    OPENAI_URL,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Record<string, string>
}
