import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { dayInput, inOrder } from '../lib/fields.ts'
import { createPageSchema, Paging } from '../lib/paging.ts'
import { SlvDetail } from '../slv/answers.ts'
import { SlvStatus } from '../slv/status.ts'
import { seesSlvs } from '../slv/table-mode.ts'
import { slvActions } from '../slv/transitions.ts'
import { Change } from './model.ts'

const histories = createEndpoints({
  tag: 'SLV history',
  access: seesSlvs,
  about: 'SLV',
})

/** Transitions and other events of an SLV. */
export const historyActions = [
  ...slvActions,
  'open-draft',
  'create-post-close',
  'assign-first',
  'add-request',
  'update-request',
  'delete-request',
  'add-decision-request',
  'update-decision-request',
  'delete-decision-request',
  'add-document',
  'add-underwriter-document',
  'delete-document',
  'delete-underwriter-document',
  'set-document-factors',
  'verify-document-factor',
  'send-document',
  'answer-pending-document',
  'withdraw-pending-answer',
  'accept-pending-answer',
  'add-condition',
  'change-condition',
  'answer-condition',
  'turn-comment',
  'delete-comment',
  'dismiss-comment',
  'send-report',
] as const
export const HistoryAction = z.enum(historyActions)
export type HistoryAction = z.infer<typeof HistoryAction>

export const HistoryEntry = z.object({
  id: z.string(),
  at: z.iso.datetime().describe('When it happened'),
  actorId: z.uuid().describe('Who did it'),
  actorName: z.string().describe('Who did it'),
  action: HistoryAction.describe('What was done'),
  fromStatus: SlvStatus.nullable().describe(
    'The status before; null for the first entry',
  ),
  toStatus: SlvStatus.describe('The status after'),
  resubmitCount: z.number().int().describe('The round, from 0'),
  comment: z.string().nullable(),
  changes: z.array(Change).describe('The fields that changed'),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** `from` and `to` are civil days in New York, both included. */
export const HistoryFilters = z
  .object({
    ...Paging.shape,
    actions: z
      .array(HistoryAction)
      .max(100)
      .optional()
      .describe('Only these actions'),
    userIds: z
      .array(z.uuid())
      .max(100)
      .optional()
      .describe('Only what these people did'),
    from: dayInput.optional().describe('The first day in New York'),
    to: dayInput.optional().describe('The last day in New York'),
  })
  .superRefine(inOrder('from', 'to'))

export const searchHistory = histories.post(
  '/v1/proxy-loan-history/:id',
  'Activity on an SLV, newest first',
  {
    isPublished: true,
    isRead: true,
    body: HistoryFilters.nullish().transform(
      (filters) => filters ?? HistoryFilters.parse({}),
    ),
    response: createPageSchema(HistoryEntry),
  },
)

export const getSlvRound = histories.get(
  '/v1/proxy-loan-history/:id/slv-history',
  'One round of an SLV: a past round as it ended, or the current round',
  {
    isPublished: true,
    query: z.object({
      resubmitCount: z.coerce.number().int().min(0).max(1000).default(0),
    }),
    response: SlvDetail,
  },
)

export const HistoryPerson = z.object({ id: z.uuid(), name: z.string() })
export type HistoryPerson = z.infer<typeof HistoryPerson>

export const getUserFilter = histories.get(
  '/v1/proxy-loan-history/:id/user-filter',
  'People in the history entries that the caller can see, by name',
  { response: z.array(HistoryPerson) },
)

export const InformationEdit = Change.extend({
  id: z.string(),
  at: z.iso.datetime(),
  actorId: z.uuid(),
  actorName: z.string(),
  resubmitCount: z.number().int(),
})
export type InformationEdit = z.infer<typeof InformationEdit>

export const editActions = [
  'save',
  'add-request',
  'update-request',
  'delete-request',
] as const satisfies readonly HistoryAction[]

export const listInformationEdits = histories.get(
  '/v1/proxy-loan-history/:id/information-edits',
  'Field changes to the request since it was sent, newest first (one-based pages)',
  { query: Paging, response: createPageSchema(InformationEdit) },
)
