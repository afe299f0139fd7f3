import { randomUUID } from 'node:crypto'
import type { Mailer } from '../lib/integrations/mail.ts'
import { renderMail } from '../lib/integrations/render-mail.ts'

export type TestMailDeps = {
  mailer: Mailer
  brandName: string
  publicUrl: string
}

/**
 * Sends a test mail now. Returns what the mail server answered if it refuses
 * the address for good, else null; throws if sending fails.
 */
export const sendTestMail = (
  { mailer, brandName, publicUrl }: TestMailDeps,
  to: string,
): Promise<string | null> =>
  mailer.send({
    type: 'TEST',
    to,
    subject: `Test email · ${brandName}`,
    key: randomUUID(),
    isRequested: true,
    ...renderMail({
      brandName,
      parts: [
        'This is a test. The portal can send email to this address.',
        { link: `${publicUrl}/settings/system`, label: 'Open the System page' },
      ],
    }),
  })
