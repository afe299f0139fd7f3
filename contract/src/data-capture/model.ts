import { z } from 'zod'
import { getKeys } from '../lib/typed.ts'
import { UserId } from '../user/model.ts'

export const captureLimits = {
  bytes: 10 * 1024 * 1024,
  rows: 100_000,
  columns: 50,
  cellCharacters: 4000,
  seconds: 60,
} as const

export const captureColumns = {
  buyerLoanNumber: { title: 'Loan Number', isRequired: true },
  imageFileName: { title: 'Image File Name', isRequired: true },
  tprResponse: { title: 'Response', isRequired: true },
  tprEstimatedDateOfReview: { title: 'Estimated Date', isRequired: false },
  comment: { title: 'Comment', isRequired: false },
} as const

export const CaptureColumn = z.enum(getKeys(captureColumns))
export type CaptureColumn = z.infer<typeof CaptureColumn>

/**
 * The columns of a transmittal's index. Review categories are separated by ';'
 * or '|'.
 */
export const intakeColumns = {
  buyerLoanNumber: { title: 'Loan Number', isRequired: true },
  imageFileName: { title: 'Image File Name', isRequired: true },
  vendorName: { title: 'Vendor', isRequired: false },
  transmittedOn: { title: 'Transmittal Date', isRequired: false },
  categories: { title: 'Review Categories', isRequired: false },
} as const

export const intakeLimits = { ...captureLimits, rows: 10_000 } as const

/** A file with more is applied without a preview. */
export const previewLimits = {
  rows: 5000,
  /** Loans that are looked up in LoanDock. */
  loans: 200,
  minutes: 30,
} as const

/** What applying a row does. */
export const captureEffects = [
  'UPDATED',
  'NEW',
  'UNCHANGED',
  'REJECTED',
] as const
export const CaptureEffect = z.enum(captureEffects)
export type CaptureEffect = z.infer<typeof CaptureEffect>
export const captureEffectLabels: Record<CaptureEffect, string> = {
  UPDATED: 'Updated',
  NEW: 'New',
  UNCHANGED: 'Unchanged',
  REJECTED: 'Rejected',
}

/** What is wrong with a cell; with the whole row if it has no column. */
export const CellProblem = z.object({
  column: CaptureColumn.nullable(),
  error: z.string(),
})
export type CellProblem = z.infer<typeof CellProblem>

export const PreviewRow = z.object({
  rowNumber: z.number().int(),
  buyerLoanNumber: z.string(),
  imageFileName: z.string(),
  effect: CaptureEffect,
  /** The changed columns of the Tdoc. The old value of a comment is null. */
  changes: z.array(
    z.object({
      column: CaptureColumn,
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
  problems: z
    .array(CellProblem)
    .describe('Why the row is rejected; empty otherwise'),
})
export type PreviewRow = z.infer<typeof PreviewRow>

/**
 * What a file would do. Uploading the file with `preview` set to `id` applies
 * exactly this, once, until `expiresAt`. A new preview replaces the caller's
 * previous one.
 */
export const CapturePreview = z.object({
  id: z.uuid(),
  fileName: z.string(),
  expiresAt: z.iso.datetime(),
  counts: z.record(CaptureEffect, z.number().int()),
  rows: z.array(PreviewRow),
})
export type CapturePreview = z.infer<typeof CapturePreview>

export const CaptureState = z.enum([
  'PROCESSING',
  'APPLIED',
  'PARTLY_APPLIED',
  'REJECTED',
  'FAILED',
])
export type CaptureState = z.infer<typeof CaptureState>
export const captureStateLabels: Record<CaptureState, string> = {
  PROCESSING: 'Processing',
  APPLIED: 'Applied',
  PARTLY_APPLIED: 'Partly applied',
  REJECTED: 'Rejected',
  FAILED: 'Failed',
}

/** An uploaded file. Once it is processed, rows = applied + rejected. */
export const CaptureUpload = z.object({
  id: z.uuid(),
  fileName: z.string(),
  uploadedBy: z.string(),
  uploadedById: UserId,
  uploadedAt: z.iso.datetime(),
  state: CaptureState,
  rows: z.number().int().nullable(),
  applied: z.number().int().nullable(),
  rejected: z.number().int().nullable(),
  problem: z
    .string()
    .nullable()
    .describe('Why the whole file was rejected or waits; null otherwise'),
})
export type CaptureUpload = z.infer<typeof CaptureUpload>

export const IntakeState = z.enum([
  'WAITING',
  'READING',
  'TAKEN',
  'PARTLY_TAKEN',
  'FAILED',
])
export type IntakeState = z.infer<typeof IntakeState>
export const intakeStateLabels: Record<IntakeState, string> = {
  WAITING: 'Waiting',
  READING: 'Reading',
  TAKEN: 'Processed',
  PARTLY_TAKEN: 'Partly processed',
  FAILED: 'Failed',
}
