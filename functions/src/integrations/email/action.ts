import { type EmailContent, emailContent } from './email-content.ts'

/** Writes what a macro or rule of a company says, and who says it. */
export const actionEmail = ({
  subject,
  text,
  company,
}: {
  subject: string
  text: string
  company: string
}): EmailContent => emailContent('pt', subject, [...text.split(/\n{2,}/), company])
