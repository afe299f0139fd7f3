import { type Alone, measureAlone } from './alone.ts'
import { type CrowdResult, measureCrowd } from './crowd.ts'
import { hasPgbench } from './lib/pgbench.ts'
import type { Stage } from './lib/stage.ts'
import { type ListPace, type ListResult, measureList, measureListPace } from './list.ts'
import { measurePaint, type Paint } from './paint.ts'
import { measurePolls, type PollResult } from './poll.ts'
import { measureReports, type ReportsResult } from './reports.ts'
import type { ScaleResult } from './scale.ts'
import { type CallCost, measureScreens } from './screens.ts'
import { measureStart, type StartResult } from './start.ts'
import type { TdocResult } from './tdocs.ts'
import { measureUpload, type UploadResult } from './upload.ts'
import { measureWeights, type Weights } from './weights.ts'
import { measureWrites, type WriteResult } from './write.ts'

/** What each part finds. */
export type Found = {
  alone: Alone
  pace: ListPace[]
  list: ListResult[]
  write: WriteResult[]
  crowd: CrowdResult
  poll: PollResult[]
  reports: ReportsResult
  screens: CallCost[]
  weights: Record<string, Weights>
  paint: Paint[]
  start: StartResult
  upload: UploadResult
  tdocs: TdocResult
  scale: ScaleResult
}
export type PartName = keyof Found

export type Effort = { rounds: number; seconds: number; users: number }

type Part<Name extends PartName> = {
  /** It is given up after so many seconds, and not begun when half of them are not left. */
  seconds: number
  /** `keep` is told what there is so far, which stands when the rest fails. */
  run: (stage: Stage, effort: Effort, keep: (sofar: Found[Name]) => void) => Promise<Found[Name]>
}

/** What is measured at the largest size, the dearest to know first. */
export const parts: { [Name in Exclude<PartName, 'tdocs' | 'scale'>]: Part<Name> } = {
  alone: { seconds: 120, run: (stage) => measureAlone(stage, 8) },
  list: { seconds: 120, run: (stage, effort, keep) => measureList(stage, effort, undefined, keep) },
  pace: {
    seconds: 120,
    run: (stage, { seconds }, keep) => measureListPace(stage, { seconds: seconds * 3 }, undefined, keep),
  },
  write: {
    seconds: 90,
    run: async (stage, effort, keep) => {
      if (!(await hasPgbench())) throw new Error('There is no pgbench here')
      return measureWrites(stage, effort, undefined, keep)
    },
  },
  crowd: { seconds: 90, run: (stage, { users, seconds }) => measureCrowd(stage, { users, seconds: seconds * 12 }) },
  reports: { seconds: 120, run: (stage, _, keep) => measureReports(stage, { prints: 6 }, keep) },
  weights: { seconds: 60, run: measureWeights },
  paint: { seconds: 90, run: (stage, _, keep) => measurePaint(stage, { visits: 3 }, keep) },
  start: { seconds: 150, run: () => measureStart({ times: 3 }) },
  screens: { seconds: 60, run: measureScreens },
  poll: { seconds: 40, run: measurePolls },
  upload: { seconds: 60, run: (stage, { rounds }) => measureUpload(stage, { rounds }) },
}
