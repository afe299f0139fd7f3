import { type APIRequestContext, expect } from '@playwright/test'

type Mail = {
  id: string
  subject: string
  text: string
  headers: { name: string; value: string }[]
  attachments: { name: string }[]
}

/** The mails that reached an address, the newest first. */
export const mailsTo = async (
  request: APIRequestContext,
  email: string,
): Promise<Mail[]> => {
  const answer = await request.get(`${process.env.MAILBOX_URL}/messages`, {
    params: { to: email },
  })
  expect(answer.status()).toBe(200)
  const { items }: { items: Mail[] } = await answer.json()
  return items
}

/** Emails that people can stop are about notifications. */
const isRequested = ({ headers }: Mail) =>
  headers.every(({ name }) => name !== 'list-unsubscribe')

/** The mails to an address that aren't about notifications, the newest first. */
export const requestedMailsTo = async (
  request: APIRequestContext,
  email: string,
): Promise<Mail[]> => (await mailsTo(request, email)).filter(isRequested)

/**
 * The newest mail to an address that isn't about notifications, once there are
 * `count` of them.
 */
export const mailTo = async (
  request: APIRequestContext,
  email: string,
  count = 1,
): Promise<Mail> => {
  await expect
    .poll(async () => (await requestedMailsTo(request, email)).length, {
      timeout: 20_000,
    })
    .toBe(count)
  const [mail] = await requestedMailsTo(request, email)
  if (!mail) throw new Error('There is no mail')
  return mail
}

/** The mail to an address that contains these words. */
export const mailAbout = async (
  request: APIRequestContext,
  email: string,
  words: string,
): Promise<Mail> => {
  const about = async () =>
    (await mailsTo(request, email)).filter(({ subject, text }) =>
      `${subject}\n${text}`.includes(words),
    )
  await expect
    .poll(async () => (await about()).length, { timeout: 40_000 })
    .toBe(1)
  const [mail] = await about()
  if (!mail) throw new Error(`There is no mail about ${words}`)
  return mail
}

export const codeIn = ({ text }: Mail): string =>
  /\b\d{6}\b/.exec(text)?.[0] ?? 'no code'
export const linkIn = ({ text }: Mail): string =>
  /http\S+create-password\S+/.exec(text)?.[0] ?? 'no link'

/** Makes the mail server refuse exactly these addresses. */
export const refuseMailTo = async (
  request: APIRequestContext,
  addresses: string[],
) => {
  const answer = await request.put(
    `${process.env.MAILBOX_URL}/refused-addresses`,
    { data: addresses },
  )
  expect(answer.status()).toBe(204)
}
