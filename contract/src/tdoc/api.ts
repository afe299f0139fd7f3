import { z } from 'zod'
import {
  AssignTo,
  maxAssigned,
  oneOrEach,
  tooManyText,
} from '../assignment/model.ts'
import * as document from '../document/model.ts'
import { createEndpoints } from '../lib/endpoint.ts'
import { choice, dayInput, name, text } from '../lib/fields.ts'
import {
  ChangesQuery,
  createChangesSchema,
  createPageSchema,
  Paging,
} from '../lib/paging.ts'
import { CategoryType } from '../review-category/model.ts'
import { UserId } from '../user/model.ts'
import { isUnderwriter } from '../user/policy.ts'
import { Tdoc, TdocEvent, TdocPage } from './answers.ts'
import {
  TdocFilterOptions,
  TdocFilterOptionsQuery,
  TdocListQuery,
} from './list-query.ts'
import { LoanKind, ProgressTracking, TdocStatus, TprResponse } from './model.ts'
import { seesTdocs } from './policy.ts'
import { tdocTransitions } from './transitions.ts'

const tdoc = createEndpoints({ tag: 'Tdocs', access: seesTdocs, about: 'TDOC' })
const tdocs = createEndpoints({
  tag: 'Tdocs',
  access: seesTdocs,
  about: 'TDOCS',
})
const loans = createEndpoints({
  tag: 'Tdocs',
  access: isUnderwriter,
  about: 'LOAN',
  refuses: ['loan_dock_failed'],
})
/** Changes of several Tdocs: all or none. */
const bulk = createEndpoints({
  tag: 'Tdocs',
  access: isUnderwriter,
  about: 'TDOC',
  takesIfMatch: true,
  response: z.object({ items: z.array(Tdoc) }),
})
const tdocIds = z
  .array(z.uuid())
  .min(1, 'Choose at least one')
  .max(500, 'No more than 500 at a time')

/** Assigns all Tdocs to one person (null unassigns them), or each to its own. */
const assignmentFields = {
  tdocIds: z
    .array(z.uuid())
    .min(1, 'Choose at least one')
    .max(maxAssigned, tooManyText('Tdocs'))
    .optional(),
  assignments: z
    .array(AssignTo)
    .min(1, 'Choose at least one')
    .max(maxAssigned, tooManyText('Tdocs'))
    .optional(),
}
/** `assignmentId` is for undo; null if nothing changed. */
const AssignedTdocs = z.object({
  items: z.array(Tdoc),
  assignmentId: z.uuid().nullable(),
})

/** An image's file name, compared ignoring letter case. */
export const imageFileName = name(255, 1).refine(
  (fileName) => !/[\\/]/.test(fileName),
  'Enter a file name without a folder',
)
const buyerLoanNumber = text(40, 1)
const categories = z.array(CategoryType).max(4).default([])

export const listTdocs = tdocs.get(
  '/v1/tdocs',
  'A page of one Tdoc table, with the counts of its tabs',
  { isPublished: true, query: TdocListQuery, response: TdocPage },
)

export const listTdocChanges = tdocs.get(
  '/v1/tdocs/changes',
  'The Tdocs that were created or changed since the last call, in the order of their changes, each as it is now',
  {
    isPublished: true,
    access: isUnderwriter,
    query: ChangesQuery,
    response: createChangesSchema(Tdoc),
  },
)

export const getTdocFilterOptions = tdocs.get(
  '/v1/tdocs/filter-options',
  'Filter values for one Tdoc table: sellers, borrowers, LoanDock statuses and loan numbers',
  { query: TdocFilterOptionsQuery, response: TdocFilterOptions },
)

export const getTdoc = tdoc.get('/v1/tdocs/:id', 'One Tdoc', {
  isPublished: true,
  takesIfNoneMatch: true,
  response: Tdoc,
})

export const setReviewers = bulk.patch(
  '/v1/tdocs/underwriter/set-multiple-reviewers',
  'Set or remove the reviewer for all of the Tdocs or none',
  {
    access: tdocTransitions['set-reviewer'].access,
    body: z
      .object({ reviewerId: UserId.nullable().optional(), ...assignmentFields })
      .superRefine(oneOrEach('reviewerId', 'tdocIds')),
    response: AssignedTdocs,
  },
)
export const setUnderwriters = bulk.patch(
  '/v1/tdocs/underwriter/set-multiple-underwriters',
  'Set or remove the assigned underwriter for all of the Tdocs or none',
  {
    access: tdocTransitions['set-underwriter'].access,
    body: z
      .object({
        underwriterId: UserId.nullable().optional(),
        ...assignmentFields,
      })
      .superRefine(oneOrEach('underwriterId', 'tdocIds')),
    response: AssignedTdocs,
  },
)
export const setTdocStatus = bulk.post(
  '/v1/tdocs/underwriter/set-status',
  'Complete, return or request review for all of the Tdocs or none',
  { body: z.object({ tdocIds, status: TdocStatus }) },
)
export const setProgressTracking = bulk.post(
  '/v1/tdocs/underwriter/set-progress-tracking',
  'Set the progress tracking for all of the Tdocs or none',
  {
    access: tdocTransitions['set-progress-tracking'].access,
    body: z.object({ tdocIds, progressTracking: ProgressTracking }),
  },
)
export const setResponse = tdoc.post(
  '/v1/tdocs/:id/tpr/set-response',
  'Set the reviewer’s response; a comment is added to the external conversation',
  {
    access: tdocTransitions['set-response'].access,
    takesIfMatch: true,
    body: z.object({
      tprResponse: TprResponse,
      tprEstimatedDateOfReview: dayInput.nullish(),
      comment: text(4000).optional(),
    }),
    response: Tdoc,
  },
)

export const checkTdocLoan = loans.get(
  '/v1/tdocs/check-loan/:loanNumber',
  'The LoanDock data that a new Tdoc would get; 404 if LoanDock does not have the loan',
  {
    params: z.object({ loanNumber: buyerLoanNumber }),
    response: z.object({
      buyerLoanNumber: z.string(),
      currentLoanDockStatus: z.string().nullable(),
      loanKind: LoanKind,
      sellerName: z.string().nullable(),
      corrId: z.string().nullable(),
      borrowerLastName: z.string().nullable(),
      productCode: z.string().nullable(),
    }),
  },
)
export const checkImageFileName = tdocs.post(
  '/v1/tdocs/check-image-file-name',
  'Whether an image file name is in use; does not say by which Tdoc',
  {
    isRead: true,
    access: isUnderwriter,
    body: z.object({ imageFileName }),
    response: z.object({ exists: z.boolean() }),
  },
)
export const createTdoc = loans.post(
  '/v1/tdocs',
  'Create a MANUAL Tdoc for a LoanDock loan. 409 if the image file name is in use',
  {
    isPublished: true,
    body: z.object({
      buyerLoanNumber: buyerLoanNumber.describe('A loan in LoanDock'),
      imageFileName: imageFileName.describe(
        'The file name of the image; no other Tdoc may have it',
      ),
      vendorName: name(200, 1).nullish().describe('The vendor who reviews it'),
      categories: categories.describe('What is reviewed'),
      comment: text(4000).optional().describe('The first internal comment'),
    }),
    response: Tdoc,
  },
)
export const escalateTdoc = tdoc.post(
  '/v1/tdocs/underwriter/escalation',
  'Create an ESCALATION of a Tdoc, for the same loan and vendor',
  {
    access: tdocTransitions.escalate.access,
    body: z.object({
      originalTdocId: z.uuid(),
      comment: text(4000, 1),
      categories,
    }),
    response: Tdoc,
  },
)

export const listTdocActivity = tdoc.get(
  '/v1/tdocs/:id/activity-log',
  'Activity on a Tdoc, newest first',
  {
    isPublished: true,
    query: Paging.extend({
      size: z.coerce.number().int().min(1).max(100).default(10),
    }),
    response: createPageSchema(TdocEvent),
  },
)

export const getTdocImage = tdoc.get(
  '/v1/tdocs/:id/image',
  'The image of a Tdoc, as received in the transmittal',
  {
    isPublished: true,
    answersFile: { types: document.documentMediaTypes, takesRange: true },
    refuses: document.storedFileRefusals,
    query: z.object({
      disposition: choice(['inline', 'attachment']).default('attachment'),
    }),
    response: z.unknown(),
  },
)

/** The same as the pages of an SLV's documents. */
export const getTdocImagePages = tdoc.get(
  '/v1/tdocs/:id/image/pages',
  'The page sizes of an image that is a PNG, JPEG, TIFF or HEIC',
  { refuses: document.pageRefusals, response: document.PicturePages },
)

export const getTdocImagePage = tdoc.get(
  '/v1/tdocs/:id/image/pages/:page',
  'One page of an image as a WebP image of at most 2,000 pixels on its longer side',
  {
    answersFile: { types: [document.drawnPageType] },
    refuses: document.pageRefusals,
    params: z.object({ id: z.uuid(), page: document.pageNumber }),
    response: z.unknown(),
  },
)
