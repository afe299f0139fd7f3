import { z } from 'zod'
import { documentMediaTypes } from '../document/model.ts'
import { endpoint } from '../lib/endpoint.ts'
import { choice, dayInput, name, text } from '../lib/fields.ts'
import { xlsxType } from '../lib/media-types.ts'
import { DownloadCheck, Paging, pageOf } from '../lib/paging.ts'
import { CategoryType } from '../review-category/model.ts'
import { UserId } from '../user/model.ts'
import { isUnderwriter } from '../user/policy.ts'
import { Tdoc, TdocEvent, TdocPage } from './answers.ts'
import { TdocFilterOptions, TdocFilterOptionsQuery, TdocListQuery } from './list-query.ts'
import { LoanKind, ProgressTracking, TdocStatus, TprResponse } from './model.ts'
import { seesTdocs } from './policy.ts'
import { tdocTransitions } from './transitions.ts'

const tag = 'Tdocs'
const params = z.object({ id: z.uuid() })
/** One or many; all of them, or none. */
const tdocIds = z.array(z.uuid()).min(1, 'Choose one at least').max(500, 'No more than 500 at once')
const changed = z.object({ items: z.array(Tdoc) })

/** The name of an image as the transmittal gives it; compared without regard to letter case. */
export const imageFileName = name(255, 1).refine((given) => !/[\\/]/.test(given), 'Enter a file name without a folder')
const buyerLoanNumber = text(40, 1)
const categories = z.array(CategoryType).max(4).default([])

export const listTdocs = endpoint({
  method: 'GET',
  path: '/v1/tdocs',
  summary: 'A page of one of the two tables, with the counts of its tabs',
  tag,
  access: seesTdocs,
  about: 'TDOCS',
  query: TdocListQuery,
  response: TdocPage,
})

export const getTdocFilterOptions = endpoint({
  method: 'GET',
  path: '/v1/tdocs/filter-options',
  summary: 'Filter values for one Tdoc table: sellers, borrowers, LoanDock statuses and loan numbers',
  tag,
  access: seesTdocs,
  about: 'TDOCS',
  query: TdocFilterOptionsQuery,
  response: TdocFilterOptions,
})

/** Answers bytes: TdocExcelReport.xlsx. Filters and sort are the list's; paging is ignored. */
export const downloadTdocs = endpoint({
  method: 'GET',
  path: '/v1/tdocs/download',
  summary: 'The Tdocs of one table, filtered and sorted, as an Excel workbook',
  tag,
  access: seesTdocs,
  about: 'TDOCS',
  refuses: ['too_many_requests'],
  answersFile: { types: [xlsxType] },
  query: TdocListQuery,
  response: z.unknown(),
})

export const checkTdocDownload = endpoint({
  method: 'GET',
  path: '/v1/tdocs/download/check',
  summary: 'Count the Tdocs that the workbook would have',
  tag,
  access: seesTdocs,
  about: 'TDOCS',
  query: TdocListQuery,
  response: DownloadCheck,
})

export const getTdoc = endpoint({
  method: 'GET',
  path: '/v1/tdocs/:id',
  summary: 'One Tdoc',
  tag,
  access: seesTdocs,
  about: 'TDOC',
  params,
  response: Tdoc,
})

export const setReviewers = endpoint({
  method: 'PATCH',
  path: '/v1/tdocs/underwriter/set-multiple-reviewers',
  summary: 'Set or take away the reviewer: of all of the Tdocs, or of none',
  tag,
  access: tdocTransitions['set-reviewer'].access,
  about: 'TDOC',
  takesIfMatch: true,
  body: z.object({ reviewerId: UserId.nullable(), tdocIds }),
  response: changed,
})
export const setUnderwriters = endpoint({
  method: 'PATCH',
  path: '/v1/tdocs/underwriter/set-multiple-underwriters',
  summary: 'Set or take away the assigned underwriter: of all of the Tdocs, or of none',
  tag,
  access: tdocTransitions['set-underwriter'].access,
  about: 'TDOC',
  takesIfMatch: true,
  body: z.object({ underwriterId: UserId.nullable(), tdocIds }),
  response: changed,
})
export const setTdocStatus = endpoint({
  method: 'POST',
  path: '/v1/tdocs/underwriter/set-status',
  summary: 'Complete, return or ask for review: all of the Tdocs, or none',
  tag,
  access: isUnderwriter,
  about: 'TDOC',
  takesIfMatch: true,
  body: z.object({ tdocIds, status: TdocStatus }),
  response: changed,
})
export const setProgressTracking = endpoint({
  method: 'POST',
  path: '/v1/tdocs/underwriter/set-progress-tracking',
  summary: 'Set how far the work is: of all of the Tdocs, or of none',
  tag,
  access: tdocTransitions['set-progress-tracking'].access,
  about: 'TDOC',
  takesIfMatch: true,
  body: z.object({ tdocIds, progressTracking: ProgressTracking }),
  response: changed,
})
export const setResponse = endpoint({
  method: 'POST',
  path: '/v1/tdocs/:id/tpr/set-response',
  summary: "The reviewer's answer; a comment goes to the external conversation",
  tag,
  access: tdocTransitions['set-response'].access,
  about: 'TDOC',
  takesIfMatch: true,
  params,
  body: z.object({
    tprResponse: TprResponse,
    tprEstimatedDateOfReview: dayInput.nullish(),
    comment: text(4000).optional(),
  }),
  response: Tdoc,
})

export const checkTdocLoan = endpoint({
  method: 'GET',
  path: '/v1/tdocs/check-loan/:loanNumber',
  summary: 'What a new Tdoc would take over from LoanDock; 404 for a loan that LoanDock does not know',
  tag,
  access: isUnderwriter,
  about: 'LOAN',
  refuses: ['loan_dock_failed'],
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
})
export const checkImageFileName = endpoint({
  method: 'POST',
  path: '/v1/tdocs/check-image-file-name',
  summary: 'Whether an image file name is in use; of whose Tdoc is not told',
  tag,
  access: isUnderwriter,
  about: 'TDOCS',
  body: z.object({ imageFileName }),
  response: z.object({ exists: z.boolean() }),
})
export const createTdoc = endpoint({
  method: 'POST',
  path: '/v1/tdocs',
  summary: 'A MANUAL Tdoc for a loan of LoanDock. 409 when the image file name is in use',
  tag,
  access: isUnderwriter,
  about: 'LOAN',
  refuses: ['loan_dock_failed'],
  body: z.object({
    buyerLoanNumber,
    imageFileName,
    vendorName: name(200, 1).nullish(),
    categories,
    comment: text(4000).optional(),
  }),
  response: Tdoc,
})
export const escalateTdoc = endpoint({
  method: 'POST',
  path: '/v1/tdocs/underwriter/escalation',
  summary: 'An ESCALATION beside its original, for the same loan and vendor',
  tag,
  access: tdocTransitions.escalate.access,
  about: 'TDOC',
  body: z.object({ originalTdocId: z.uuid(), comment: text(4000, 1), categories }),
  response: Tdoc,
})

export const listTdocActivity = endpoint({
  method: 'GET',
  path: '/v1/tdocs/:id/activity-log',
  summary: 'What happened to a Tdoc, newest first',
  tag,
  access: seesTdocs,
  about: 'TDOC',
  params,
  query: Paging.extend({ size: z.coerce.number().int().min(1).max(100).default(10) }),
  response: pageOf(TdocEvent),
})

export const getTdocImage = endpoint({
  method: 'GET',
  path: '/v1/tdocs/:id/image',
  summary: 'The image of a Tdoc, as the transmittal brought it',
  tag,
  access: seesTdocs,
  about: 'TDOC',
  answersFile: { types: documentMediaTypes, takesRange: true },
  params,
  query: z.object({ disposition: choice(['inline', 'attachment']).default('attachment') }),
  response: z.unknown(),
})
