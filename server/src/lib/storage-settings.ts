import { resolve } from 'node:path'
import { z } from 'zod'

/**
 * A folder of this machine, or a bucket:
 * `s3://bucket/prefix?endpoint=…&region=…`.
 */
export const filesUrl = z.string().refine(
  (text) => {
    if (!URL.canParse(text)) return false
    const { protocol, host, pathname, searchParams } = new URL(text)
    if (protocol === 'file:') return host === '' && pathname.length > 1
    const endpoint = searchParams.get('endpoint')
    return (
      protocol === 's3:' &&
      host !== '' &&
      (endpoint === null || /^https?:/.test(endpoint))
    )
  },
  {
    error:
      'a folder such as file:///var/lib/portal/files, or a bucket such as s3://bucket/prefix',
  },
)

const isAddress = (text: string) => /^\w+:\/\//.test(text)

export const backupVariables = {
  BACKUP_TO: z
    .string()
    .refine((text) => !isAddress(text) || filesUrl.safeParse(text).success, {
      error:
        'a folder such as /srv/backup, or a bucket such as s3://bucket/prefix',
    })
    .transform((text) => (isAddress(text) ? text : resolve(text)))
    .optional(),
  BACKUP_AT: z
    .string()
    .regex(
      /^([01]\d|2[0-3]):[0-5]\d$/,
      'a time of day in New York, such as 02:00',
    )
    .default('02:00'),
  BACKUP_KEEP_DAYS: z.coerce
    .number({ error: 'a number of days' })
    .int('whole days')
    .min(1, 'at least 1 day')
    .max(3650, 'at most 3650 days')
    .default(30),
  BACKUP_KEY: z
    .string()
    .regex(
      /^(age1[a-z0-9]{58}|AGE-SECRET-KEY-1[A-Z0-9]{58})$/,
      'a key from npm run backup -- --new-key',
    )
    .optional(),
}

type Values = z.output<z.ZodObject<typeof backupVariables>> &
  Partial<
    Record<
      'BACKUP_DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATABASE_URL',
      string | undefined
    >
  >

export const toBackupSettings = (values: Values) =>
  Object.freeze({
    /** Undefined: no scheduled backups. */
    to: values.BACKUP_TO,
    at: values.BACKUP_AT,
    keepDays: values.BACKUP_KEEP_DAYS,
    key: values.BACKUP_KEY,
    databaseUrl:
      values.BACKUP_DATABASE_URL ??
      values.DATABASE_OWNER_URL ??
      values.DATABASE_URL,
  })
