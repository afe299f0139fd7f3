import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { zipType } from '../lib/media-types.ts'
import { createPageSchema, Paging } from '../lib/paging.ts'
import { everyone, isUnderwriter, managesEveryone } from '../user/policy.ts'
import {
  Erasure,
  ErasurePreview,
  Hold,
  LoanNumber,
  NewHold,
  RecordState,
  RetentionChange,
} from './model.ts'

const records = createEndpoints({
  tag: 'Data keeping',
  access: managesEveryone,
  about: 'RECORDS',
})

export const getRetention = records.get(
  '/v1/records/retention',
  'How many years after their last change closed SLVs and Tdocs are erased; null if they’re kept',
  { response: z.object({ years: z.number().int().nullable() }) },
)

export const listHolds = records.get(
  '/v1/records/holds',
  'Legal holds: active ones first, then newest first',
  {
    query: Paging,
    response: createPageSchema(Hold),
  },
)

export const getRecordState = records.get(
  '/v1/records/slvs/:id',
  'Whether an SLV is on legal hold, and whether its borrower data was erased',
  { access: isUnderwriter, about: 'SLV', response: RecordState },
)

export const createHold = records.post(
  '/v1/records/holds',
  'Place a legal hold on a loan, by the buyer’s or the seller’s number, or on a seller. Its data isn’t erased until the hold is lifted. Refused if no SLV or Tdoc has the number',
  { body: NewHold, response: Hold },
)

export const liftHold = records.post(
  '/v1/records/holds/:id/lift',
  'Lift a legal hold',
  { response: Hold },
)

export const previewErasure = records.get(
  '/v1/records/erasure',
  'Preview what would be erased for a loan number, or why it can’t be',
  { query: z.object({ loanNumber: LoanNumber }), response: ErasurePreview },
)

export const eraseLoan = records.post(
  '/v1/records/erasure',
  'Erase the borrower data of a loan. Decisions, figures and dates are kept, and the history’s hashes still verify. You can’t undo this',
  { body: Erasure, response: ErasurePreview },
)

export const listRetentionChanges = records.get(
  '/v1/records/changes',
  'Legal holds and erasures, newest first',
  {
    query: Paging,
    response: createPageSchema(RetentionChange),
  },
)

const zip = {
  answersFile: { types: [zipType] },
  refuses: ['too_many_requests'],
  response: z.unknown(),
} as const

export const downloadOwnData = records.get(
  '/v1/records/own-data',
  'What the portal stores about the caller, as a ZIP file of JSON files',
  { ...zip, access: everyone, about: 'SELF' },
)

export const downloadUserData = records.get(
  '/v1/records/users/:userId/data',
  'What the portal stores about a user, as a ZIP file of JSON files',
  { ...zip, about: 'PERSON' },
)
