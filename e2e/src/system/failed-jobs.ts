import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const program = fileURLToPath(
  new URL('../../../server/test/failed-job.ts', import.meta.url),
)

const execute = promisify(execFile)

const run = async (...words: string[]) => {
  // The intake folder is in the portal's data folder.
  const dataFolder = dirname(process.env.INTAKE_DIR ?? '')
  const env = { ...process.env, DATA_DIR: dataFolder }
  const { stdout } = await execute(process.execPath, [program, ...words], {
    env,
  })
  return stdout
}

type FailedJob = { name: string; key: string; error: object }

/** Adds a job whose attempts all failed. Returns its id. */
export const addFailedJob = ({ name, key, error }: FailedJob) =>
  run('add', name, key, JSON.stringify(error))

export const stateOfJob = (id: string) => run('state', id)
