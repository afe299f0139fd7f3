import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { csvType, xlsxType } from '../lib/media-types.ts'
import { createPageSchema, Paging, yes } from '../lib/paging.ts'
import { isReviewer } from '../tdoc/policy.ts'
import { underwriterWith } from '../user/policy.ts'
import {
  CapturePreview,
  CaptureUpload,
  IntakeState,
  previewLimits,
} from './model.ts'

const captures = createEndpoints({
  tag: 'Data capture',
  access: isReviewer,
  about: 'CAPTURES',
})
const intake = createEndpoints({
  tag: 'Data capture',
  access: underwriterWith('managePermissions'),
  about: 'NOTHING',
})

const TableFormat = z.object({
  format: z.enum(['csv', 'xlsx']).default('xlsx'),
})

export const listUploads = captures.get(
  '/v1/data-capture-tpr/table',
  'The files that the caller’s vendor uploaded, with their results, newest first',
  {
    isPoll: true,
    takesIfNoneMatch: true,
    query: Paging,
    response: createPageSchema(CaptureUpload),
  },
)
export const uploadFile = captures.post(
  '/v1/data-capture-tpr/upload-file',
  'Upload a CSV or XLSX file (multipart field `file`); a job applies its rows and lists each rejected row',
  {
    takesFile: true,
    /**
     * With `createTdocs=true`, rows with an unknown image file name create
     * Tdocs; otherwise they are rejected.
     */
    query: z.object({
      createTdocs: yes.default(false),
      /**
       * The id of the file's preview. The upload is refused (409) if a row would
       * now do something else, with the rows in `details`.
       */
      preview: z.uuid().optional(),
    }),
    response: CaptureUpload,
  },
)
export const previewFile = captures.post(
  '/v1/data-capture-tpr/preview',
  `What a CSV or XLSX file (multipart field \`file\`) of up to ${previewLimits.rows} rows would do, row by row. Changes nothing`,
  {
    takesFile: true,
    keepsNothing: true,
    refuses: ['loan_dock_failed'],
    response: CapturePreview,
  },
)
export const downloadRejects = captures.get(
  '/v1/data-capture-tpr/:id/rejects',
  'The rejected rows with their reasons, to correct and upload again',
  {
    about: 'CAPTURE',
    answersFile: { types: [csvType, xlsxType] },
    query: z.object({ format: z.enum(['csv', 'xlsx']).default('csv') }),
    response: z.unknown(),
  },
)
export const downloadTemplate = captures.get(
  '/v1/data-capture-tpr/template',
  'A template with the columns and an example',
  {
    about: 'NOTHING',
    answersFile: { types: [csvType, xlsxType] },
    query: TableFormat,
    response: z.unknown(),
  },
)
export const downloadOpenTdocs = captures.get(
  '/v1/tdocs/template',
  'The open Tdocs of the caller’s vendor in the columns of the template, to edit and upload. Uploaded unchanged, the file has no effect',
  {
    about: 'TDOCS',
    answersFile: { types: [csvType, xlsxType] },
    query: TableFormat,
    response: z.unknown(),
  },
)

/** One reading of the transmittal folder or SFTP account. */
export const IntakeRun = z.object({
  id: z.uuid(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  source: z.string(),
  indexFileName: z.string(),
  rows: z.number().int(),
  created: z.number().int(),
  known: z.number().int().describe('Rows whose Tdocs an earlier run created'),
  rejected: z.number().int(),
  state: IntakeState,
  problem: z
    .string()
    .nullable()
    .describe('What it waits for, or why it failed; null otherwise'),
})
export type IntakeRun = z.infer<typeof IntakeRun>

/** The last check for transmittals; `problem` says why it failed. */
export const IntakeCheck = z.object({
  source: z.string(),
  at: z.iso.datetime(),
  problem: z.string().nullable(),
})
export type IntakeCheck = z.infer<typeof IntakeCheck>

export const listIntakeRuns = intake.get(
  '/v1/tdocs/intake/runs',
  'The last transmittal runs, newest first',
  {
    isPoll: true,
    query: Paging,
    /** `lastLook` is null before the first check, as when no folder is set. */
    response: createPageSchema(IntakeRun).extend({
      lastLook: IntakeCheck.nullable(),
    }),
  },
)
export const downloadIntakeRejects = intake.get(
  '/v1/tdocs/intake/runs/:id/rejects',
  'The rejected rows of a transmittal with their reasons, as CSV',
  { answersFile: { types: [csvType] }, response: z.unknown() },
)
