import { z } from 'zod'
import { getKeys, toRecord } from '../lib/typed.ts'
import { civil, dayAfter, sevenOClock } from '../sla/calendar.ts'

const mailFrequencies = ['IMMEDIATELY', 'DAILY', 'OFF'] as const
export const MailFrequency = z.enum(mailFrequencies)
export type MailFrequency = z.infer<typeof MailFrequency>

export const mailFrequencyLabels: Record<MailFrequency, string> = {
  IMMEDIATELY: 'Immediately',
  DAILY: 'Once a day',
  OFF: 'Off',
}

type Kind = {
  label: string
  /** What its emails are about, for the settings. */
  about: string
  /** For people who chose nothing. */
  byDefault: MailFrequency
  /** Not offered for this kind. */
  without?: MailFrequency
  /** Also sent during quiet hours (docs/decisions/013-notifications.md). */
  isUrgent?: true
}

/**
 * What people choose the emails of. On by default is what needs its reader; what
 * a reviewer's list shows anyway is off.
 */
export const mailKinds = {
  DOCUMENTS: {
    label: 'Documents requested',
    about: 'Documents to send, and documents that are overdue',
    byDefault: 'IMMEDIATELY',
  },
  DECISION: {
    label: 'Decisions',
    about:
      'Approved, denied or not needed, with conditions or the reason; approvals that expire soon',
    byDefault: 'IMMEDIATELY',
  },
  CONDITIONS: {
    label: 'Conditions',
    about: 'Conditions that are answered, met, waived, changed or due',
    byDefault: 'IMMEDIATELY',
  },
  REOPENED: {
    label: 'Reopened decisions',
    about: 'A decision that is reviewed again',
    byDefault: 'IMMEDIATELY',
  },
  COMMENT: {
    label: 'Comments',
    about: 'Comments to you, and mentions of you, with their text',
    byDefault: 'IMMEDIATELY',
  },
  REASSIGNED: {
    label: 'Assignments',
    about: 'SLVs that are assigned to you, or reassigned from you',
    byDefault: 'IMMEDIATELY',
  },
  WITHDRAWAL: {
    label: 'Answers to withdrawals',
    about: 'Your withdrawal was approved or declined',
    byDefault: 'IMMEDIATELY',
  },
  TDOC_RETURNED: {
    label: 'Returned Tdocs',
    about: 'Tdocs that the underwriter returned to you',
    byDefault: 'IMMEDIATELY',
  },
  ACCESS: {
    label: 'Your access',
    about: 'Roles and permissions that you get or lose',
    byDefault: 'IMMEDIATELY',
    isUrgent: true,
  },
  ACCESS_REQUESTED: {
    label: 'People waiting for access',
    about: 'New people who have no role yet',
    byDefault: 'IMMEDIATELY',
  },
  REQUEST: {
    label: 'New and changed requests',
    about: 'Requests, documents and withdrawals that sellers send',
    byDefault: 'OFF',
  },
  REVIEW: {
    label: 'SLR and trade desk reviews',
    about: 'Reviews that are requested, answered or completed',
    byDefault: 'OFF',
  },
  TDOC: {
    label: 'New Tdocs and responses',
    about: 'Tdocs that you receive, and responses to them',
    byDefault: 'OFF',
  },
  ANNOUNCEMENT: {
    label: 'Announcements',
    about: 'Messages from administrators to everyone',
    byDefault: 'OFF',
  },
  INTEGRATION: {
    label: 'API keys and webhooks',
    about: 'Keys that will expire, and webhooks that were disabled',
    byDefault: 'OFF',
  },
  SUMMARY: {
    label: 'Morning summary',
    about: 'Per seller: decided, late, and waiting on the seller',
    byDefault: 'DAILY',
    without: 'IMMEDIATELY',
  },
} as const satisfies Record<string, Kind>
export type MailKind = keyof typeof mailKinds
export const mailKindNames = getKeys(mailKinds)
export const MailKind = z.enum(mailKindNames)

const getKind = (kind: MailKind): Kind => mailKinds[kind]

export const isUrgentKind = (kind: MailKind): boolean =>
  getKind(kind).isUrgent === true

/** The frequencies that a person can choose for a kind. */
export const getFrequencies = (kind: MailKind): MailFrequency[] =>
  mailFrequencies.filter((one) => one !== getKind(kind).without)

const Preference = z.object({ email: MailFrequency })

/** How a person gets emails of each kind that their role has. */
export const MailPreferences = z
  .object(toRecord(mailKindNames, () => Preference))
  .partial()
export type MailPreferences = z.infer<typeof MailPreferences>

/** The preferences that change; the others stay as they are. */
export const MailPreferencesChange = MailPreferences.superRefine(
  (change, ctx) => {
    for (const kind of getKeys(change)) {
      const email = change[kind]?.email
      if (email && !getFrequencies(kind).includes(email))
        ctx.addIssue({
          code: 'custom',
          path: [kind, 'email'],
          message: `${getKind(kind).label} can’t be emailed this way`,
        })
    }
  },
)

/** Quiet hours in New York: nothing that isn't urgent is emailed. */
const quietFrom = '20:00'
const quietTo = '07:00'

/** When the quiet hours of an instant end; null outside of them. */
export const findQuietEnd = (at: Date): Date | null => {
  const { day, time } = civil(at)
  if (time < quietTo) return sevenOClock(day)
  return time < quietFrom ? null : sevenOClock(dayAfter(day))
}
