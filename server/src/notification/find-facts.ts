import {
  conditionLine,
  conditionWithStatus,
  listOpen,
} from '@portal/contract/condition/texts'
import { areAnswersUnsent, isMissing } from '@portal/contract/document/texts'
import { inUnit } from '@portal/contract/guideline/texts'
import type { NotificationAction } from '@portal/contract/notification/model'
import { isAboutSlv, isAboutTdoc } from '@portal/contract/notification/policy'
import { bpsText } from '@portal/contract/price/suggestion'
import { civil } from '@portal/contract/sla/calendar'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { describeDrifted } from '@portal/contract/slv/decision/drift'
import {
  figureNames,
  requestedFigures,
} from '@portal/contract/slv/decision/requested-figures'
import { decisionCommentLabel } from '@portal/contract/slv/decision/terms'
import {
  approvedUntil,
  daysLeftText,
} from '@portal/contract/slv/decision/validity'
import {
  isDecided,
  isUndecided,
  slvStatusLabels,
} from '@portal/contract/slv/status'
import { isUnderwriter } from '@portal/contract/user/policy'
import { getComment, getTdocComment } from '../conversation/list.ts'
import type { Ctx } from '../lib/ctx.ts'
import { refusalOf } from '../lib/errors.ts'
import type { Fact } from '../lib/integrations/render-mail.ts'
import { viewSlv } from '../slv/detail.ts'
import { getTdoc } from '../tdoc/detail.ts'

export type NotificationFacts = {
  facts: Fact[]
  /** A comment or an administrator's message. */
  quote: string | null
}

export type MailedNotification = {
  action: NotificationAction
  entityId: string | null
  commentId: string | null
  description: string
}

const nothing: NotificationFacts = { facts: [], quote: null }

/**
 * What the email of a notification says, as its reader may see it now. Never a
 * borrower's name.
 */
export async function findFacts(
  ctx: Ctx,
  notification: MailedNotification,
): Promise<NotificationFacts> {
  const { action, entityId, description } = notification
  if (entityId !== null && isAboutSlv(action))
    return findSlvFacts(ctx, notification, entityId)
  if (entityId !== null && isAboutTdoc(action))
    return findTdocFacts(ctx, notification, entityId)
  return describedActions.includes(action) && description
    ? { facts: [], quote: description }
    : nothing
}

/** Their descriptions name no borrower; those of SLVs and Tdocs may. */
const describedActions: readonly NotificationAction[] = [
  'REASSIGNED_FROM',
  'SLVS_REASSIGNED',
  'SLVS_REASSIGNED_FROM',
  'PERMISSIONS_CHANGED',
  'ROLES_CHANGED',
  'ACCESS_REQUESTED',
  'ACCESS_REFUSED',
  'ACCOUNT_ACTIVATED',
  'API_KEY_ENDS',
  'WEBHOOK_DISABLED',
  'ANNOUNCEMENT',
]

async function findSlvFacts(
  ctx: Ctx,
  { action, commentId }: MailedNotification,
  slvId: string,
): Promise<NotificationFacts> {
  const slv = await viewSlv(ctx, slvId)
  const hideBorrower = (text: string) =>
    withoutBorrower(text, slv.borrowerLastName)
  const facts = [
    ...describeLoan(ctx, slv),
    ...describeState(ctx, action, slv),
    ...describeDate(ctx, action, slv),
  ]
  const message =
    commentId && (await readMessage(() => getComment(ctx, slvId, commentId)))
  return {
    facts: facts.map(({ label, value }) => ({
      label,
      value: hideBorrower(value),
    })),
    quote: message ? hideBorrower(message) : null,
  }
}

async function findTdocFacts(
  ctx: Ctx,
  { commentId }: MailedNotification,
  tdocId: string,
): Promise<NotificationFacts> {
  const tdoc = await getTdoc(ctx, tdocId)
  const hideBorrower = (text: string) =>
    withoutBorrower(text, tdoc.borrowerLastName)
  const message =
    commentId &&
    (await readMessage(() => getTdocComment(ctx, tdocId, commentId)))
  return {
    facts: [
      { label: 'Loan', value: tdoc.buyerLoanNumber },
      { label: 'Image', value: hideBorrower(tdoc.imageFileName) },
    ],
    quote: message ? hideBorrower(message) : null,
  }
}

/** The text of a comment; null if the reader may not read it, or it is gone. */
async function readMessage(
  read: () => Promise<{ message: string }>,
): Promise<string | null> {
  try {
    return (await read()).message
  } catch (error) {
    if (refusalOf(error)?.code === 'not_found') return null
    throw error
  }
}

const describeLoan = ({ actor }: Ctx, slv: SlvDetail): Fact[] => {
  const loan = slv.buyerLoan ?? slv.sellerLoan
  return [
    ...(loan ? [{ label: 'Loan', value: loan }] : []),
    ...(actor.role === 'SELLER'
      ? []
      : [{ label: 'Seller', value: slv.sellerName }]),
  ]
}

/** What the notification is about, if it is still so. */
function describeState(
  { now }: Ctx,
  action: NotificationAction,
  slv: SlvDetail,
): Fact[] {
  switch (action) {
    case 'APPROVED':
    case 'DECLINED':
    case 'NOT_NEEDED':
      return slv.status === action
        ? [...describeDecision(slv), ...describeValidity(slv, now)]
        : describeStatus(slv)
    case 'APPROVAL_EXPIRES':
      return slv.status === 'APPROVED'
        ? describeValidity(slv, now)
        : describeStatus(slv)
    case 'FIGURES_CHANGED':
      return describeDrift(slv)
    case 'DOCUMENTS_REQUESTED':
    case 'DOCUMENTS_REMINDER':
    case 'SELLER_PENDING':
      return describeDocuments(slv)
    case 'CONDITION_ANSWERED':
    case 'CONDITION_MET':
    case 'CONDITION_WAIVED':
    case 'CONDITION_CHANGED':
    case 'CONDITIONS_DUE':
    case 'CONDITIONS_OVERDUE':
      return describeConditions(slv)
    case 'WITHDRAW_UPDATE':
      return toFacts('Reason', slv.withdrawDeclineReason)
    case 'WITHDRAW_REQUEST_RECEIVED':
      return toFacts('Reason', slv.withdrawReason)
    default:
      return []
  }
}

const describeStatus = ({ status }: SlvDetail): Fact[] => [
  { label: 'Status now', value: slvStatusLabels[status] },
]

/** 'Thursday, December 10, 13 days left', as of the email. */
function describeValidity(slv: SlvDetail, now: Date): Fact[] {
  const until = approvedUntil(slv)
  if (until === null) return []
  const left = daysLeftText(until, civil(now).day)
  return [{ label: 'Good until', value: `${nameDay(until)}, ${left}` }]
}

const toFacts = (label: string, value: string | null | undefined): Fact[] =>
  value ? [{ label, value }] : []

function describeDecision(slv: SlvDetail): Fact[] {
  const { status, priceAdjustment, decisionComment } = slv
  const label = decisionCommentLabel(isDecided(status) ? status : null)
  const noComment = status === 'APPROVED' ? 'No conditions' : null
  return [
    { label: 'Decision', value: slvStatusLabels[status] },
    ...(priceAdjustment == null
      ? []
      : [{ label: 'Price adjustment', value: bpsText(priceAdjustment) }]),
    ...describeFigures(slv),
    ...toFacts(label, decisionComment || noComment),
  ]
}

const figureLabels = {
  decisionLtv: 'LTV',
  decisionCltv: 'CLTV',
  decisionHcltv: 'HCLTV',
  decisionDti: 'DTI',
  decisionDscr: 'DSCR',
  reserves: 'Reserves',
}

const formatFigure = (name: keyof typeof figureLabels, value: number) => {
  if (name === 'decisionDscr') return inUnit(value, null)
  return name === 'reserves' ? `${value} months` : inUnit(value, '%')
}

/** The decision's LTV, and each other figure that differs from the request. */
function describeFigures(slv: SlvDetail): Fact[] {
  const requested = requestedFigures(slv)
  return figureNames(slv).flatMap((name) => {
    const decided = slv[name] ?? null
    const before = requested[name] ?? null
    const isOther = before !== null && before !== decided
    if (decided === null || (name !== 'decisionLtv' && !isOther)) return []
    const value = formatFigure(name, decided)
    const change = isOther
      ? `${value} (requested ${formatFigure(name, before)})`
      : value
    return [{ label: figureLabels[name], value: change }]
  })
}

function describeDocuments(slv: SlvDetail): Fact[] {
  const { status, pendingDocuments } = slv
  if (status !== 'PENDING_DOCUMENTS') return describeStatus(slv)
  const missing = pendingDocuments.filter(isMissing)
  if (areAnswersUnsent(slv))
    return toFacts('Documents', 'All are answered, but not sent yet')
  const lines = missing.map(({ name, note }) =>
    note ? `${name} (${note})` : name,
  )
  return toFacts('Documents', lines.join('\n'))
}

function describeConditions(slv: SlvDetail): Fact[] {
  if (slv.status !== 'APPROVED') return describeStatus(slv)
  const { conditions = [] } = slv
  const cleared = conditions.filter((one) => one.status !== 'OPEN')
  return [
    ...toFacts(
      'Open conditions',
      listOpen(conditions).map(conditionLine).join('\n') || 'None',
    ),
    ...toFacts('Cleared', cleared.map(conditionWithStatus).join('\n')),
  ]
}

/** How LoanDock's figures differ from the approval. */
function describeDrift(slv: SlvDetail): Fact[] {
  if (slv.status !== 'APPROVED') return describeStatus(slv)
  return slv.drift?.figures.map(describeDrifted) ?? []
}

const saysWhatIsNext: readonly NotificationAction[] = [
  'DOCUMENTS_REQUESTED',
  'DOCUMENTS_REMINDER',
  'DOCUMENTS_WAIVED',
  'SELLER_PENDING',
  'REOPENED',
  'REASSIGNED',
  'WITHDRAW_UPDATE',
]

/** By when the reader, or the buyer, acts. */
function describeDate(
  { actor }: Ctx,
  action: NotificationAction,
  slv: SlvDetail,
): Fact[] {
  if (isUnderwriter(actor)) return describeDue(action, slv)
  if (!saysWhatIsNext.includes(action) || slv.expectedBy === null) return []
  const label =
    slv.waitingOn === 'SELLER' ? 'Please send by' : 'Decision expected by'
  return [{ label, value: formatDay(slv.expectedBy) }]
}

const slrActions: readonly NotificationAction[] = [
  'SLR_PENDING',
  'SLR_INFO_RECEIVED',
]

/** When the work of the desk that is notified is due. */
function describeDue(action: NotificationAction, slv: SlvDetail): Fact[] {
  if (!isUndecided(slv.status)) return []
  const dueAt = findClock(action, slv)?.dueAt
  return dueAt
    ? [{ label: 'Due', value: formatDay(civil(new Date(dueAt)).day) }]
    : []
}

function findClock(action: NotificationAction, slv: SlvDetail) {
  if (slrActions.includes(action)) return slv.slrSlaStatus
  return action === 'TD_PENDING' ? slv.tdSlaStatus : slv.groupSlaStatus
}

const weekdayAndDay = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
})

const nameDay = (day: string) =>
  weekdayAndDay.format(new Date(`${day}T00:00:00Z`))

/** 'Tuesday, December 1, 5 PM ET' for the end of a business day. */
const formatDay = (day: string) => `${nameDay(day)}, 5 PM ET`

const special = /[.*+?^${}()|[\]\\]/g

/**
 * The text with the borrower's last name, and each longer word of it, replaced:
 * people write it in comments, conditions and names of files.
 */
function withoutBorrower(text: string, lastName: string | null): string {
  const words = (lastName ?? '').split(/[\s,/&]+/)
  const names = [lastName ?? '', ...words.filter(({ length }) => length > 2)]
    .filter((name) => name.trim() !== '')
    .map((name) => name.replace(special, '\\$&'))
  if (names.length === 0) return text
  const pattern = `(?<![\\p{L}\\p{N}])(?:${names.join('|')})(?![\\p{L}\\p{N}])`
  return text.replace(new RegExp(pattern, 'giu'), 'the borrower')
}
