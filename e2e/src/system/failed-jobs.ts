import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const program = fileURLToPath(
  new URL('../../../server/test/failed-job.ts', import.meta.url),
)

const run = async (...words: string[]) => {
  const env = {
    ...process.env,
    DATA_DIR: dirname(process.env.INTAKE_DIR ?? ''),
  }
  return (
    await promisify(execFile)(process.execPath, [program, ...words], { env })
  ).stdout
}

type FailedJob = { name: string; key: string; error: object }

/** Adds a job whose attempts all failed. Returns its id. */
export const addFailedJob = ({ name, key, error }: FailedJob) =>
  run('add', name, key, JSON.stringify(error))

export const stateOfJob = (id: string) => run('state', id)
