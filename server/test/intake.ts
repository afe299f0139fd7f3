import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TransmittalDeps } from '../src/data-capture/intake/read-transmittals.ts'
import { folderOfTransmittals } from '../src/lib/integrations/transmittals.ts'
import { watchedLog } from './canary.ts'
import { test as base } from './capture.ts'
import { withFolder } from './files.ts'
import { checkContent } from './http.ts'
import { loanOf } from './makers.ts'
import { findRows } from './rows.ts'

const header =
  'Loan Number,Image File Name,Vendor,Transmittal Date,Review Categories'

/**
 * A folder in which transmittals arrive, and what reads it; LoanDock has the
 * loans that begin with 8.
 */
export const test = base
  .extend('place', withFolder)
  .extend('folder', ({ now, place: folder }) => {
    const old = new Date(now.getTime() - 3_600_000)
    return {
      path: folder,
      /** Adds a file, written an hour ago unless `at` says when. */
      put: async (name: string, content: string | Buffer, at = old) => {
        await writeFile(join(folder, name), content)
        await utimes(join(folder, name), at, at)
      },
      names: async () =>
        (await readdir(folder)).filter((name) => name !== 'done').toSorted(),
      done: async () =>
        (await readdir(join(folder, 'done'), { recursive: true })).filter(
          (name) => name.includes('/'),
        ),
    }
  })
  .extend(
    'deps',
    ({ committed, now, store, tables, folder }): TransmittalDeps => {
      const findLoan = async (loanNumber: string) =>
        loanNumber.startsWith('8') ? loanOf('T1', { loanNumber }) : null
      const loanDock = { findLoan, sendDocument: async () => undefined }
      const transmittals = folderOfTransmittals(folder.path)
      return {
        db: committed,
        clock: () => now,
        files: store.files,
        loanDock,
        log: watchedLog(),
        tables,
        checkContent,
        transmittals,
      }
    },
  )
  .extend('found', ({ committed }) => ({
    tdocs: () => findRows(committed, 'tdoc'),
    runs: () => findRows(committed, 'intakeRun'),
    reasons: async () =>
      (await findRows(committed, 'intakeRow')).flatMap(
        ({ reason }) => reason ?? [],
      ),
  }))

/** An index of these rows. */
export const index = (...rows: string[]) => [header, ...rows, ''].join('\r\n')
