import { z } from 'zod'
import { endpointsOf } from '../lib/endpoint.ts'
import { zipType } from '../lib/media-types.ts'
import { Paging, pageOf } from '../lib/paging.ts'
import { everyone, isUnderwriter, managesEveryone } from '../user/policy.ts'
import { Erasure, ErasurePreview, Hold, LoanNumber, NewHold, RecordState, RetentionChange } from './model.ts'

const records = endpointsOf({ tag: 'Data keeping', access: managesEveryone, about: 'RECORDS' })

export const getRetention = records.get(
  '/v1/records/retention',
  'After how many years without a change closed SLVs and Tdocs are erased; null if they are kept',
  { response: z.object({ years: z.number().int().nullable() }) },
)

export const listHolds = records.get('/v1/records/holds', 'Legal holds: those in effect first, then by date', {
  query: Paging,
  response: pageOf(Hold),
})

export const getRecordState = records.get(
  '/v1/records/slvs/:id',
  'Whether an SLV is on legal hold, and whether its borrower’s data was erased',
  { access: isUnderwriter, about: 'SLV', response: RecordState },
)

export const createHold = records.post(
  '/v1/records/holds',
  'Set a legal hold on a loan or a seller: nothing of it is erased until the hold is lifted',
  { body: NewHold, response: Hold },
)

export const liftHold = records.post('/v1/records/holds/:id/lift', 'Lift a legal hold', { response: Hold })

export const previewErasure = records.get(
  '/v1/records/erasure',
  'What would be erased for a loan number, and why it can’t be',
  { query: z.object({ loanNumber: LoanNumber }), response: ErasurePreview },
)

export const eraseLoan = records.post(
  '/v1/records/erasure',
  'Erase the borrower’s data of a loan. Decisions, figures and dates stay, and the history’s hashes still verify. This cannot be undone',
  { body: Erasure, response: ErasurePreview },
)

export const listRetentionChanges = records.get('/v1/records/changes', 'Legal holds and erasures, newest first', {
  query: Paging,
  response: pageOf(RetentionChange),
})

const zip = { answersFile: { types: [zipType] }, refuses: ['too_many_requests'], response: z.unknown() } as const

export const downloadOwnData = records.get(
  '/v1/records/own-data',
  'What the portal stores about the caller, as a ZIP archive of JSON files',
  { ...zip, access: everyone, about: 'SELF' },
)

export const downloadUserData = records.get(
  '/v1/records/users/:userId/data',
  'What the portal stores about a user, as a ZIP archive of JSON files',
  { ...zip, about: 'PERSON' },
)
