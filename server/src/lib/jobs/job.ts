import { getKeys, toRecord } from '@portal/contract/lib/typed'
import type { z } from 'zod'

/**
 * The data of each job, by name. The `jobs.ts` of each area adds its jobs, so
 * that lower areas can queue them by name.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the areas add the properties
export interface JobData {}
export type JobName = keyof JobData

/** The data of a job that needs none. */
export type NoData = Record<string, never>

export type Attempt = { isLast: boolean }
export type Handler<Data> = (data: Data, attempt: Attempt) => Promise<void>

type Settings<Data> = {
  data: z.ZodType<Data>
  retryLimit: number
  /** Seconds before the first retry. */
  retryDelay: number
  /** Time limit of an attempt, in seconds. */
  expireInSeconds: number
  /** When it is queued, in New York time. */
  cron?: string
  /**
   * Its name in the previous release. Jobs that its nodes queue or schedule
   * under that name run too.
   */
  formerName?: string
  /**
   * How many run at the same time in each process, in total and per group; by
   * default one at a time.
   */
  parallel?: { total: number; perGroup: number }
  /** Whether requests of sellers and reviewers may queue it. */
  isForTenants?: true
}

/**
 * A background job. Retries wait longer each time, with jitter (pg-boss's
 * backoff). A handler may run twice.
 */
type Job<Data, Deps> = Settings<Data> & {
  /** Null if this process doesn't run it. */
  createHandler: (deps: Deps) => Handler<Data> | null
}

/** The jobs of an area, by name; `All` has the data of each. */
export type Jobs<All, Deps> = { [Name in keyof All]: Job<All[Name], Deps> }

/** Every job, without what its handler needs. */
export type JobSettings = { [Name in JobName]: Settings<JobData[Name]> }

/** The handler of each job that this process runs. */
export type JobHandlers = {
  [Name in JobName]?: Handler<JobData[Name]> | null
}

/** The handlers of all jobs. */
export const createHandlers = <Deps>(
  jobs: Jobs<JobData, Deps>,
  deps: Deps,
): JobHandlers =>
  toRecord(getKeys(jobs), (name) =>
    jobs[name].createHandler(deps),
  ) as JobHandlers
